/// As much of a certificate as tells who signed it. Source: RFC 5280, 4.1, and X.690.
enum DER {
  /// Whether issuer and subject are the same; nil for what is no certificate.
  static func isSignedByItself(_ certificate: [UInt8]) -> Bool? {
    var rest = certificate[...]
    guard var whole = next(in: &rest)?.content, var fields = next(in: &whole)?.content else {
      return nil
    }
    let version: UInt8 = 0xA0
    if fields.first == version { _ = next(in: &fields) }
    // The serial number, the signature's algorithm, the issuer, the validity, the subject.
    guard next(in: &fields) != nil, next(in: &fields) != nil, let issuer = next(in: &fields),
      next(in: &fields) != nil, let subject = next(in: &fields)
    else { return nil }
    return issuer.content == subject.content
  }

  private struct Element {
    let content: ArraySlice<UInt8>
  }

  private static func next(in bytes: inout ArraySlice<UInt8>) -> Element? {
    guard bytes.popFirst() != nil, let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard bytes.count >= length else { return nil }
    defer { bytes = bytes.dropFirst(length) }
    return Element(content: bytes.prefix(length))
  }
}
