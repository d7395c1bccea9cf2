import CSodium

/// Returns the bytes that a text encodes in base64 and nothing else (RFC 4648, section 4); `nil` for
/// any other text.
///
/// - Parameter isPadded: Whether the text must have its padding. Otherwise, it must have none.
package func base64Decoded(_ text: some StringProtocol, isPadded: Bool = true) -> [UInt8]? {
  // libsodium takes some bytes above ASCII for digits.
  guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
  let encoded = text.utf8.map { CChar(bitPattern: $0) }
  var count = 0
  var bytes = [UInt8](repeating: 0, count: encoded.count / 4 * 3 + 3)
  let status = sodium_base642bin(
    &bytes, bytes.count, encoded, encoded.count, nil, &count, nil,
    isPadded ? sodium_base64_VARIANT_ORIGINAL : sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
  guard status == 0 else { return nil }
  return Array(bytes.prefix(count))
}
