import Accounts

extension FormQuestion {
  /// An answer for an account that is removed again. It follows the rule, except a pattern, and
  /// belongs to no one.
  ///
  /// - Parameter name: the account's name; providers may require that no two accounts have the same
  ///   e-mail address.
  func sample(for name: String) -> String {
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
