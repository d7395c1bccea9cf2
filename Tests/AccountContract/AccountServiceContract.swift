import Accounts
import Secrets
import Testing
import Text

/// The requirements of `AccountService`, to be tested on every conformer. A conformer's test takes
/// all rules as its arguments and checks each: `try await AccountServiceContract(…).check(rule)`.
package struct AccountServiceContract<Service: AccountService> {
  /// Creates a service with the accounts described below, a new one each time.
  let service: @Sendable () async throws -> Service
  /// Creates a service of the same kind that never answers.
  let unreachable: @Sendable () async throws -> Service
  /// A name with an account, whose password is `password`.
  let taken: Username
  /// Other spellings of the taken name that denote the same account.
  let sameAsTaken: [Username]
  /// Names without an account.
  let free: [Username]
  /// Whether the service stores sign-ups.
  let remembers: Bool
  /// Whether a wrong password is refused. A service that stores no passwords can't tell.
  let checksPasswords: Bool
  /// The password of the taken name, and of all users who sign up here.
  package static var password: Secret { Secret("xqzv-kjwp-fmgh-ty9A") }

  package init(
    service: @escaping @Sendable () async throws -> Service,
    unreachable: @escaping @Sendable () async throws -> Service, taken: Username,
    sameAsTaken: [Username] = [], free: [Username], remembers: Bool, checksPasswords: Bool
  ) {
    (self.service, self.unreachable) = (service, unreachable)
    (self.taken, self.sameAsTaken, self.free) = (taken, sameAsTaken, free)
    (self.remembers, self.checksPasswords) = (remembers, checksPasswords)
  }

  /// The requirements, by name. The check of each is a case of a switch and not a function, so that
  /// a check without a rule, which would never run, doesn't compile.
  package enum Rule: CaseIterable, Sendable {
    case `only the right name and password sign in`
    case `a user who signed up can sign in, if sign-ups are stored`
    case `an unreachable service reports unknown, and no one is signed up or in`
    case `availability distinguishes available names from taken ones`
    case `queries change nothing`
    case `many queries can run at once`
    case `a sign-up returns the page of the account`
    case `a taken name can't be signed up`
    case `a sign-up persists, if sign-ups are stored`
    case `only one of many sign-ups with a name succeeds, if sign-ups are stored`
    case `answers change nothing about a sign-up's result`
    case `a cancelled call returns nothing and does nothing`
    case `a page stays within its site, and each name has its own`
  }

  /// Creates a service and checks a rule on it.
  package func check(_ rule: Rule) async throws {
    let service = try await service()
    switch rule {
    case .`only the right name and password sign in`:
      for name in [taken] + sameAsTaken {
        guard case .signedIn = try await service.signIn(credentials(name)) else {
          Issue.record("\(name) is not signed in")
          continue
        }
      }
      #expect(try await service.signIn(credentials(free[0])) == .wrongCredentials)
      if !checksPasswords { return }
      for password in ["xqzv-kjwp-fmgh-ty9B", "xqzv-kjwp-fmgh-ty9", "xqzv-kjwp-fmgh-ty9A ", "x"] {
        let wrong = try await service.signIn(credentials(taken, Secret(password)))
        #expect(wrong == .wrongCredentials)
      }
      guard case .signedIn = try await service.signIn(credentials(taken)) else {
        Issue.record("a few failures must not lock the account")
        return
      }

    case .`a user who signed up can sign in, if sign-ups are stored`:
      guard remembers else { return }
      _ = try await service.signUp(registration(free[0]))
      guard case .signedIn = try await service.signIn(credentials(free[0])) else {
        Issue.record("not signed in")
        return
      }
      #expect(
        try await service.signIn(credentials(free[0], Secret("another password")))
          == .wrongCredentials)

    case .`an unreachable service reports unknown, and no one is signed up or in`:
      let service = try await unreachable()
      for name in [taken, free[0]] {
        #expect(try await service.availability(of: name).isKnown == false)
        switch try await service.signUp(registration(name)) {
        case .notAsked, .unknown: break
        case .signedUp, .taken, .refused: Issue.record("the result is known without an answer")
        }
        guard case .unknown = try await service.signIn(credentials(name)) else {
          Issue.record("the result is known without an answer")
          continue
        }
      }

    case .`availability distinguishes available names from taken ones`:
      for name in [taken] + sameAsTaken {
        #expect(try await service.availability(of: name) == .taken, "\(name)")
      }
      for name in free {
        #expect(try await service.availability(of: name) == .available, "\(name)")
      }

    case .`queries change nothing`:
      for _ in 0..<3 {
        #expect(try await service.availability(of: free[0]) == .available)
        #expect(try await service.availability(of: taken) == .taken)
      }

    case .`many queries can run at once`:
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<20 {
          let (name, wanted) =
            index.isMultiple(of: 2) ? (taken, Availability.taken) : (free[0], .available)
          group.addTask { try await service.availability(of: name) == wanted }
        }
        for try await isRight in group { #expect(isRight) }
      }

    case .`a sign-up returns the page of the account`:
      guard case .signedUp(let receipt) = try await service.signUp(registration(free[0])) else {
        Issue.record("not signed up")
        return
      }
      #expect(receipt.page == service.page(of: free[0]))

    case .`a taken name can't be signed up`:
      for name in [taken] + sameAsTaken {
        #expect(try await service.signUp(registration(name)) == .taken, "\(name)")
      }

    case .`a sign-up persists, if sign-ups are stored`:
      _ = try await service.signUp(registration(free[0]))
      let after = try await service.availability(of: free[0])
      #expect(after == (remembers ? .taken : .available))
      let again = try await service.signUp(registration(free[0]))
      #expect((again == .taken) == remembers)

    case .`only one of many sign-ups with a name succeeds, if sign-ups are stored`:
      let registration = registration(free[0])
      let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<10 {
          group.addTask {
            if case .signedUp = try await service.signUp(registration) { true } else { false }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(winners == (remembers ? 1 : 10))

    case .`answers change nothing about a sign-up's result`:
      let answers = [Answer("email", "ann@example.org"), Answer("about", "x")]
      func signUp(_ name: Username) async throws -> SignUpResult {
        try await service.signUp(
          Registration(username: name, password: Self.password, answers: answers))
      }
      guard case .signedUp(let receipt) = try await signUp(free[0]) else {
        Issue.record("not signed up")
        return
      }
      #expect(receipt.page == service.page(of: free[0]))
      #expect(try await signUp(taken) == .taken)

    case .`a cancelled call returns nothing and does nothing`:
      let registration = registration(free[0])
      let asked = try? await cancelled { try await service.availability(of: registration.username) }
      #expect(asked?.isKnown != true)
      let signedUp = try? await cancelled { try await service.signUp(registration) }
      if case .signedUp? = signedUp { Issue.record("a cancelled sign-up created an account") }
      #expect(try await service.availability(of: free[0]) == .available)

    case .`a page stays within its site, and each name has its own`:
      guard let page = service.page(of: Username("octodog")) else {
        #expect(
          service.page(of: Username("../login")) == nil,
          "either no name has a page, or every name has")
        return
      }
      let site = page.dropLast("octodog".count)
      #expect(page == site + "octodog")
      let join = try #require(service.page(of: nil))
      #expect(join.hasPrefix("https://") || join.hasPrefix("http://"))
      for name in ["../login", "a?b", "a#b", "%2e%2e", "..", ".", "a/b", "a\\b", "a b", "é"] {
        let page = try #require(service.page(of: Username(name)))
        #expect(page == site + percentEncoded(name))
      }
    }
  }

  private func registration(_ username: Username) -> Registration {
    Registration(username: username, password: Self.password)
  }

  private func credentials(_ username: Username, _ password: Secret = Self.password) -> Credentials
  {
    Credentials(username: username, password: password)
  }
}
