import Accounts
import HTTP
import Secrets
import Text

/// Creates an account for testing, checks it, and removes it.
struct Probe {
  private let service: SCIMAccounts
  private let name: String
  private let mark: String
  /// A long password with every kind of character that providers require.
  private let password: Secret

  private static let create = "scim create"
  private static let conflict = "scim conflict"
  private static let delete = "scim delete"
  private static let signIn = "scim sign-in"

  init(_ service: SCIMAccounts) {
    self.service = service
    let word = randomWord()
    (name, mark) = ("signup-bot-doctor-\(word)", "signup-bot-\(word)")
    password = Secret("Aa1!-" + randomWord())
  }

  /// If the task is cancelled, the remaining checks are skipped, but the account is still removed.
  func run() async -> [Finding] {
    var findings: [Finding] = []
    var ids = Set<String>()
    do {
      try await look(&findings, &ids)
    } catch {
      findings.append(SCIMAccounts.finding(error, Self.create))
    }
    let made = ids
    findings.append(await Task(executorPreference: currentExecutor) { await remove(made) }.value)
    return findings
  }

  private func look(_ findings: inout [Finding], _ ids: inout Set<String>) async throws {
    let made = try await post()
    ids.formUnion(Self.id(made))
    guard made.status == 201 || made.status == 200 else {
      findings.append(refused(made))
      return
    }
    let found = try await service.finder.accounts(named: name, service.start())
    ids.formUnion(found.map(\.id))
    findings.append(Self.judged(found, mark))
    findings.append(try await second(&ids))
    findings.append(try await signIn())
  }

  private func post() async throws -> HTTPResponse {
    let answers = service.attributes.questions.map { Answer($0.name, $0.sample(for: name)) }
    let registration = Registration(
      username: Username(name), password: password, answers: answers)
    // Cancellation must not interrupt this request: it would then be unknown what to remove.
    return try await Task(executorPreference: currentExecutor) {
      try await service.provider.post(
        "/Users", SignUp.body(registration, service.attributes, id: mark), with: password,
        service.start())
    }.value
  }

  private static func id(_ response: HTTPResponse) -> [String] {
    guard (200..<300).contains(response.status) else { return [] }
    return JSONValue(response.body).flatMap(SCIMUser.init).map { [$0.id] } ?? []
  }

  private func refused(_ response: HTTPResponse) -> Finding {
    if [401, 403].contains(response.status) {
      return SCIMAccounts.finding(NoAnswer(response), Self.create)
    }
    let why = Refusal(response, password: password, token: service.provider.token).why
    return Finding(
      .error, Self.create, "a user was refused: \(why)",
      advice: "If it requires other attributes, ask for them with questions of the policy, or give "
        + "them with --scim-attribute.")
  }

  private static func judged(_ found: [SCIMUser], _ mark: String) -> Finding {
    guard found.count == 1, let account = found.first else {
      return Finding(
        .error, create, "one user was created, but \(found.count) were found",
        advice: "The search is delayed or incorrect; see the provider's manual.")
    }
    guard account.externalID == mark else {
      return Finding(
        .warning, create, "a user was created, but its externalId is not kept",
        advice: "If an answer is lost, the sign-up can't be told from another user's; "
          + "make the provider keep externalId.")
    }
    return Finding(.ok, create, "a user was created and found, and keeps its externalId")
  }

  /// Attempts to create a second account with the same name.
  private func second(_ ids: inout Set<String>) async throws -> Finding {
    let before = ids
    let again = try await post()
    ids.formUnion(Self.id(again))
    if again.status == 409 {
      return Finding(.ok, Self.conflict, "a second user is refused with 409")
    }
    guard (200..<300).contains(again.status) else {
      return Finding(.warning, Self.conflict, "a second user is refused, with HTTP \(again.status)")
    }
    return Finding(
      .error, Self.conflict,
      ids == before
        ? "a second user with the same name replaces the first one"
        : "a second user with the same name can be created",
      advice: "Two people who sign up with the same name at the same time would share it; "
        + "make userName unique at the provider.")
  }

  private func signIn() async throws -> Finding {
    let credentials = Credentials(username: Username(name), password: password)
    switch try await service.passwords.run(credentials, service.start()) {
    case .right: return Finding(.ok, Self.signIn, "passwords can be checked with a search")
    case .wrong:
      return Finding(
        .warning, Self.signIn, "a search with the right password finds nothing",
        advice: Self.noSignIn)
    case .unsupported:
      return Finding(.warning, Self.signIn, "passwords can't be checked", advice: Self.noSignIn)
    }
  }

  private static let noSignIn =
    "Users can sign up here, but not sign in: SCIM has no sign-in, and few providers check passwords."

  /// Removes the accounts that were created, and all others that have the mark.
  private func remove(_ known: Set<String>) async -> Finding {
    var ids = known
    let found = try? await service.finder.accounts(named: name, service.start())
    ids.formUnion((found ?? []).filter { $0.externalID == mark }.map(\.id))
    if ids.isEmpty && found != nil {
      return Finding(.ok, Self.delete, "nothing was left to remove")
    }
    for id in ids {
      let response = try? await service.provider.delete(id, service.start())
      guard let status = response?.status, (200..<300).contains(status) || status == 404 else {
        return left(response.map { "HTTP \($0.status)" } ?? "no answer")
      }
    }
    let after = try? await service.finder.accounts(named: name, service.start())
    guard let after, after.isEmpty else { return left("it may still be there") }
    return Finding(.ok, Self.delete, "the test user was removed")
  }

  private func left(_ why: String) -> Finding {
    Finding(
      .error, Self.delete, "the user could not be removed: \(why)",
      advice: "Remove the user \(name) by hand.")
  }
}

/// The executor of the current task. A task that must not be cancelled with it runs there too:
/// Swift's own threads, which it would otherwise need, can't always be had.
private var currentExecutor: (any TaskExecutor)? {
  withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
}

extension FormQuestion {
  /// An answer for an account that is removed again. It follows the rule, except a pattern, and
  /// belongs to no one.
  ///
  /// - Parameter name: the account's name; providers may require that no two accounts have the same
  ///   e-mail address.
  fileprivate func sample(for name: String) -> String {
    switch rule {
    case .email: "\(name)@example.org"
    case .sshPublicKey: Self.key
    case .accepted: "yes"
    case .choices(let words): words.first ?? ""
    case .anything, .pattern:
      standard ?? String(repeating: "x", count: max(length?.lowerBound ?? 1, 1))
    }
  }

  /// A key whose private half is unknown: it encodes the number 0.
  private static let key =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + String(repeating: "A", count: 43)
}
