import Secrets

/// Returns why a text is refused as a public key, in the form of a line of OpenSSH's `.pub` files;
/// `nil` if it is accepted: the type, the key in base64, and perhaps a comment.
func sshPublicKeyRefusal(_ text: String) -> Judgement.Ground? {
  let space = UInt8(ascii: " ")
  let words = text.utf8.split(separator: space, maxSplits: 2).map { String($0)! }
  guard let name = words.first, text.utf8.first != space else { return .reason(.sshKeyNeedsType) }
  guard let type = SSHKeyType(rawValue: name) else { return .reason(otherType(name, text)) }
  guard words.count > 1, let bytes = base64Decoded(words[1]) else {
    return .reason(.sshKeyDamaged)
  }
  guard let reason = SSHKeyReader.refusal(bytes, as: type) else { return nil }
  return .reason(reason, limit: reason == .sshKeyTooShort ? SSHKeyType.leastRSABits : nil)
}

/// Returns the reason for a first word that is no accepted type.
private func otherType(_ name: String, _ text: String) -> VerdictReason {
  if name == "ssh-dss" { return .sshKeyIsDSA }
  if name.hasSuffix("-cert-v01@openssh.com") { return .sshKeyIsCertificate }
  let beginnings = ["ssh-", "ecdsa-", "sk-"]
  if beginnings.contains(where: name.hasPrefix) { return .sshKeyTypeUnknown }
  // An option can contain spaces in quotes, so the type may be any later word.
  let later = text.split(separator: " ").dropFirst()
  let isAfterOptions = later.contains { SSHKeyType(rawValue: String($0)) != nil }
  return isAfterOptions ? .sshKeyHasOptions : .sshKeyNeedsType
}

/// The types of keys that are accepted, by the names that OpenSSH gives them.
enum SSHKeyType: String, CaseIterable {
  case ed25519 = "ssh-ed25519"
  case ecdsa256 = "ecdsa-sha2-nistp256"
  case ecdsa384 = "ecdsa-sha2-nistp384"
  case ecdsa521 = "ecdsa-sha2-nistp521"
  case rsa = "ssh-rsa"
  case securityKeyEd25519 = "sk-ssh-ed25519@openssh.com"
  case securityKeyECDSA256 = "sk-ecdsa-sha2-nistp256@openssh.com"

  static let leastRSABits = 2_048
  /// The greatest length that OpenSSH reads.
  static let mostRSABits = 16_384
}

/// Reads the fields of a key (RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4;
/// OpenSSH's PROTOCOL.u2f).
struct SSHKeyReader {
  private var rest: ArraySlice<UInt8>

  /// Returns why a key is refused; `nil` if it is accepted.
  ///
  /// - Parameter type: The type that the text names.
  static func refusal(_ bytes: [UInt8], as type: SSHKeyType) -> VerdictReason? {
    var reader = SSHKeyReader(rest: bytes[...])
    guard let name = reader.string() else { return .sshKeyDamaged }
    guard name.elementsEqual(type.rawValue.utf8) else { return .sshKeyTypeDiffers }
    let refusal = reader.body(of: type)
    // Nothing may follow the last field.
    return refusal ?? (reader.rest.isEmpty ? nil : .sshKeyDamaged)
  }

  private mutating func body(of type: SSHKeyType) -> VerdictReason? {
    switch type {
    case .ed25519: ed25519()
    case .ecdsa256: ecdsa(curve: "nistp256", coordinate: 32)
    case .ecdsa384: ecdsa(curve: "nistp384", coordinate: 48)
    case .ecdsa521: ecdsa(curve: "nistp521", coordinate: 66)
    case .rsa: rsa()
    case .securityKeyEd25519: ed25519() ?? application()
    case .securityKeyECDSA256: ecdsa(curve: "nistp256", coordinate: 32) ?? application()
    }
  }

  private mutating func ed25519() -> VerdictReason? {
    string()?.count == 32 ? nil : .sshKeyDamaged
  }

  /// - Parameter coordinate: the size of a coordinate, in bytes.
  private mutating func ecdsa(curve: String, coordinate: Int) -> VerdictReason? {
    guard let name = string() else { return .sshKeyDamaged }
    guard name.elementsEqual(curve.utf8) else { return .sshKeyTypeDiffers }
    // An uncompressed point begins with 4. OpenSSH accepts no other.
    guard let point = string(), point.first == 4, point.count == 1 + 2 * coordinate else {
      return .sshKeyDamaged
    }
    return nil
  }

  /// Reads the name of the application of a key on a security key.
  private mutating func application() -> VerdictReason? {
    string().map { !$0.isEmpty } == true ? nil : .sshKeyDamaged
  }

  private mutating func rsa() -> VerdictReason? {
    guard let exponent = positive(), let modulus = positive() else { return .sshKeyDamaged }
    let isOdd = { (number: ArraySlice<UInt8>) in number.last.map { $0 & 1 == 1 } ?? false }
    guard isOdd(exponent), !exponent.elementsEqual([1]), isOdd(modulus) else {
      return .sshKeyDamaged
    }
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    if bits > SSHKeyType.mostRSABits { return .sshKeyDamaged }
    return bits < SSHKeyType.leastRSABits ? .sshKeyTooShort : nil
  }

  private mutating func string() -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard count <= rest.count - 4 else { return nil }
    let start = rest.startIndex + 4
    defer { rest = rest[(start + count)...] }
    return rest[start..<start + count]
  }

  /// Reads a number above zero (RFC 4251, section 5, "mpint") and returns its bytes without the
  /// zero for the sign. A number with needless zeros is none.
  private mutating func positive() -> ArraySlice<UInt8>? {
    guard let bytes = string(), let first = bytes.first, first < 0x80 else { return nil }
    guard first == 0 else { return bytes }
    let digits = bytes.dropFirst()
    guard let next = digits.first, next >= 0x80 else { return nil }
    return digits
  }
}
