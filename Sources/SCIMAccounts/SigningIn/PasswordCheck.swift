import Accounts
import HTTP
import Runtime
import Secrets
import Text

/// Checks a password over a protocol that has no sign-in.
///
/// RFC 7643 (7, `returned: never`) allows a provider to compare a password in a search although it
/// never returns one, and RFC 7644 (3.4.3) allows a search in a request body instead of the URL,
/// which servers log. Few providers compare passwords, and one that ignores that part of a search
/// would let everyone in. The provider is therefore trusted only if it rejects wrong passwords: a
/// random one before the right one is ever sent, and one that differs in case afterwards.
struct PasswordCheck: Sendable {
  let provider: Provider
  let finder: Finder

  enum Conclusion: Equatable {
    case right(SCIMUser)
    case wrong
    /// The provider doesn't compare passwords, or doesn't compare them exactly.
    case unsupported
  }

  /// Throws `NoAnswer` or `CancellationError`. Takes three exchanges until the provider is trusted,
  /// and one from then on.
  func run(_ credentials: Credentials, _ time: TimeLeft) async throws -> Conclusion {
    let name = credentials.username.text
    if !finder.knowledge.checksPasswords {
      guard try await found(name, Secret(randomWord()), time)?.isEmpty == true else {
        return .unsupported
      }
    }
    guard let accounts = try await found(name, credentials.password, time) else {
      return .unsupported
    }
    guard !accounts.isEmpty else { return .wrong }
    guard accounts.count == 1, let account = accounts.first,
      try await isNamed(account, name, time)
    else { throw NoAnswer(.nonsense, "a search for one account found others") }
    if !finder.knowledge.checksPasswords, let other = credentials.password.inOtherCase {
      guard try await found(name, other, time)?.isEmpty == true else { return .unsupported }
      finder.knowledge.learnThatPasswordsAreChecked()
    }
    return .right(account)
  }

  /// Whether the account has this name, according to our own comparison or to the provider.
  private func isNamed(_ account: SCIMUser, _ name: String, _ time: TimeLeft) async throws -> Bool {
    if Finder.areSame(account.userName, name) { return true }
    return try await finder.accounts(named: name, time).contains { $0.id == account.id }
  }

  /// Returns the accounts with this name and password; `nil` if the provider doesn't compare
  /// passwords.
  private func found(
    _ name: String, _ password: Secret, _ time: TimeLeft
  ) async throws -> [SCIMUser]? {
    let response = try await provider.post(
      "/Users/.search", Self.body(name, password), with: password, time)
    switch response.status {
    case 200:
      let page = try ListPage(complete: response)
      guard page.total == page.accounts.count else {
        throw NoAnswer(.nonsense, "\(page.total ?? 0) accounts are told of, and not shown")
      }
      return page.accounts
    case 400, 404, 405, 501:
      return nil
    case 403 where JSONValue(response.body)?["scimType"]?.asText == "sensitive":
      return nil
    default:
      throw NoAnswer(response)
    }
  }

  static func body(_ name: String, _ password: Secret) -> SecretJSON {
    .object([
      ("schemas", .list([.text(SchemaURN.searchRequest)])),
      (
        "filter",
        .joined([
          .text(Finder.filter(name) + " and password eq "), .quotedSecret(password),
        ])
      ),
      ("count", .whole(2)),
    ])
  }
}

extension Secret {
  /// The same secret with the case of its first ASCII letter changed; `nil` if it contains none.
  /// O(count).
  fileprivate var inOtherCase: Secret? {
    withBytes { bytes in
      let isLetter: (UInt8) -> Bool = {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
      guard let place = bytes.firstIndex(where: isLetter) else { return nil }
      let buffer = SecretBuffer(capacity: bytes.count)
      buffer.append(UnsafeRawBufferPointer(rebasing: bytes[..<place]))
      _ = buffer.appending(upTo: 1) { rest in
        rest[0] = bytes[place] ^ 0x20
        return 1
      }
      buffer.append(UnsafeRawBufferPointer(rebasing: bytes[(place + 1)...]))
      return buffer.secret()
    }
  }
}
