import Accounts
@_spi(_Unicode) import Swift

/// A username as the store sees it.
///
/// Whether two names are the same account is for the store to decide, not for the policy that
/// judged one of them: a store outlives its policies, and programs with different policies share
/// it. So every store uses the coarsest `Policy.Identity`, canonical and caseless. Names that a
/// policy treats as one never become two accounts; under a finer policy, some names are taken that
/// it would allow.
struct AccountName: Sendable {
  /// As it was given.
  let text: String
  /// The same for all names that are one account: lowercase and in NFC. Unicode guarantees that
  /// both are stable for assigned characters.
  let key: String

  /// `nil` for a name that no account can have: an empty name, one that is too long, or one that
  /// contains a NUL, where SQLite's tools would cut it off.
  init?(_ username: Username) {
    let size = username.text.utf8.count
    guard size > 0, size <= Policy.longestAnswer, !username.text.utf8.contains(0) else {
      return nil
    }
    text = username.text
    key = Self.key(of: text)
  }

  /// Returns a text in the form of a key. If a name contains the text, its key contains the result.
  static func key(of text: String) -> String {
    canonical(canonical(text).lowercased())
  }

  private static func canonical(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfc)
    return String(scalars)
  }
}
