import Accounts
import Secrets
import Testing

extension AccountDirectoryContract {
  /// The requirements of single accounts, and of failures.
  package enum AccountRule: CaseIterable, Sendable {
    case `an account is found by its name, compared as in a sign-up`
    case `a disabled account can't sign in and keeps its name, until it is enabled`
    case `a removed account is gone, and its name is available`
    case `a later account with the same name is a different account`
    case `no call reveals a password`
    case `an unreachable service reports unknown and does nothing`
    case `a cancelled call does nothing`
  }

  /// One call of each kind.
  private func calls(
    _ service: Service, _ dora: Account
  ) -> [@Sendable () async throws -> Void] {
    [
      { [self] in _ = try await list(service, AccountQuery(order: orders[0])) },
      { _ = try await service.account(of: dora.username) },
      { _ = try await service.setActive(false, dora) },
      { _ = try await service.remove(dora) },
    ]
  }

  func check(_ rule: AccountRule) async throws {
    switch rule {
    case .`an account is found by its name, compared as in a sign-up`:
      let service = try await service(Array(Names.all.prefix(3)))
      let listed = try await list(service, AccountQuery(order: orders[0]))
      for name in ["Dora", "dora", "DORA"] {
        let found = try await account(Username(name), service)
        let alike = try #require(listed.first { $0.username.text == "Dora" })
        #expect(found.username == alike.username)
        #expect(found.id == alike.id)
        #expect(found.created == alike.created)
        #expect(found.isActive)
      }
      for name in ["nobody", "dor", "dora2", "d%", "*", ""] {
        #expect(try await service.account(of: Username(name)) == nil, "\(name)")
      }

    case .`a disabled account can't sign in and keeps its name, until it is enabled`:
      let service = try await service(Array(Names.all.prefix(3)))
      let dora = try await account(Username("dora"), service)
      for _ in 0..<2 {
        #expect(try await service.setActive(false, dora), "even if it is disabled already")
        #expect(try await account(dora.username, service).isActive == false)
        let inactive = try await list(service, AccountQuery(order: orders[0])).filter {
          !$0.isActive
        }
        #expect(inactive.map(\.id) == [dora.id])
        #expect(try await service.availability(of: dora.username) == .taken)
        if signsIn {
          if case .signedIn = try await signIn(dora.username, service) {
            Issue.record("a disabled account can sign in")
          }
          guard case .signedIn = try await signIn(Username("anna"), service) else {
            Issue.record("another account was affected")
            continue
          }
        }
      }
      for _ in 0..<2 {
        #expect(try await service.setActive(true, dora))
        #expect(try await account(dora.username, service).isActive)
      }
      if signsIn, case .signedIn = try await signIn(dora.username, service) { return }
      #expect(!signsIn, "an enabled account can't sign in")

    case .`a removed account is gone, and its name is available`:
      let service = try await service(Array(Names.all.prefix(3)))
      let dora = try await account(Username("dora"), service)
      #expect(try await service.remove(dora))
      #expect(try await service.account(of: dora.username) == nil)
      #expect(try await service.availability(of: dora.username) == .available)
      let left = try await list(service, AccountQuery(order: orders[0]))
      #expect(Set(left.map(\.username.text)) == ["anna", "emil"])
      #expect(try await service.remove(dora) == false)
      #expect(try await service.setActive(false, dora) == false)
      #expect(try await service.setActive(true, dora) == false)
      if signsIn, case .signedIn = try await signIn(dora.username, service) {
        Issue.record("a removed account can sign in")
      }

    case .`a later account with the same name is a different account`:
      let service = try await service(Array(Names.all.prefix(1)))
      let first = try await account(Username("dora"), service)
      #expect(try await service.remove(first))
      try await signUp(Username("dora"), service)
      let second = try await account(Username("dora"), service)
      #expect(first.id != second.id)
      #expect(try await service.setActive(false, first) == false)
      #expect(try await service.remove(first) == false)
      #expect(try await account(Username("dora"), service) == second)

    case .`no call reveals a password`:
      let service = try await service(Array(Names.all.prefix(3)))
      var accounts = try await list(service, AccountQuery(order: orders[0]))
      accounts.append(try await account(Username("dora"), service))
      for account in accounts {
        let texts =
          [account.id] + account.details.flatMap { [$0.name, $0.value] }
          + account.answers.flatMap { [$0.name, $0.text] }
        for text in texts {
          #expect(!text.contains("xqzv-kjwp-fmgh-ty9A") && !text.contains("$argon2"))
        }
      }

    case .`an unreachable service reports unknown and does nothing`:
      let service = try await unreachable()
      let dora = Account(id: "1", username: Username("dora"), created: nil, isActive: true)
      for call in calls(service, dora) {
        do {
          try await call()
          Issue.record("the result is known without an answer")
        } catch DirectoryError.unknown {}
      }

    case .`a cancelled call does nothing`:
      let service = try await service(Array(Names.all.prefix(3)))
      let dora = try await account(Username("dora"), service)
      for call in calls(service, dora) {
        await #expect(throws: CancellationError.self) { try await cancelled(call) }
      }
      #expect(try await account(Username("dora"), service) == dora)
    }
  }
}
