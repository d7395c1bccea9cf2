import Accounts
import CSodium
@_spi(_Unicode) import Swift

/// A username as the store sees it.
///
/// When two names are one account is for the store to say, and not for the policy by which one of them
/// was judged: a store outlives its policies, and is shared by programs that have others. So it is the
/// coarsest of `Policy.Identity`, caseless and canonical, for all of them. No policy ever finds two
/// accounts where it sees one name; a finer one finds some names taken that it would let through.
struct AccountName: Sendable {
  /// As it was given.
  let text: String
  /// The same for all names that are one account: lower-case, in NFC. Unicode promises both to stay for
  /// every character that it has assigned.
  let key: String

  /// Bytes; SPEC.md lets no line be longer.
  static let maximumSize = 65_536

  /// Nil for a name that no account can have: the empty one, one that is too long, and one with a NUL,
  /// at which SQLite's tools would cut it.
  init?(_ username: Username) {
    let size = username.text.utf8.count
    guard size > 0, size <= Self.maximumSize, !username.text.utf8.contains(0) else { return nil }
    text = username.text
    key = Self.key(of: text)
  }

  /// A text as keys are made of it: one that a name holds, its key holds so.
  static func key(of text: String) -> String {
    canonical(canonical(text).lowercased())
  }

  private static func canonical(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfc)
    return String(scalars)
  }

  /// What failures are counted by. A password that somebody types where a name is asked can't be read from
  /// it.
  ///
  /// - Parameter secret: the store's own, in hexadecimal: without it, no list of hashes fits any store.
  func hash(_ secret: String) -> String { keyedHash(of: key, secret) }
}

/// A BLAKE2b hash in hexadecimal. O(text).
func keyedHash(of text: String, _ secret: String) -> String {
  var hash = [UInt8](repeating: 0, count: 32)
  let (input, secret) = (Array(text.utf8), Array(secret.utf8.prefix(64)))
  let code = crypto_generichash(
    &hash, hash.count, input, UInt64(input.count), secret, secret.count)
  precondition(code == 0, "BLAKE2b takes every input, and keys of up to 64 bytes")
  return hexadecimal(hash)
}

/// Two digits a byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
