/// Whether a text contains the beginning of a private key, in a format of OpenSSH, OpenSSL, PGP,
/// SSH.COM or PuTTY. Such a text must not be shown, kept or sent. O(text).
package func looksLikePrivateKey(_ text: String) -> Bool {
  var (hasBegun, rest) = (false, text.utf8[...])
  while !rest.isEmpty {
    // "-----BEGIN RSA PRIVATE KEY-----", and SSH.COM's "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----".
    if rest.starts(with: "--BEGIN ".utf8) || rest.starts(with: "-- BEGIN ".utf8) { hasBegun = true }
    if hasBegun && rest.starts(with: " PRIVATE KEY".utf8) { return true }
    if wholeMarks.contains(where: { rest.starts(with: $0.utf8) }) { return true }
    rest.removeFirst()
  }
  return false
}

/// Whether a text may be a line inside a private key: a run of base64, or the line that ends it.
/// O(text).
package func mayBePartOfPrivateKey(_ text: String) -> Bool {
  if text.utf8.starts(with: "-----".utf8) { return true }
  return text.utf8.count >= 16
    && text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="):
        true
      default: false
      }
    }
}

/// The last one is how the body of OpenSSH's format begins, for a paste without its first line.
private let wholeMarks = [
  "PuTTY-User-Key-File-", "SSH PRIVATE KEY FILE FORMAT", "b3BlbnNzaC1rZXktdjE",
]
