import CSodium

/// Returns a BLAKE2b hash in hexadecimal. O(bytes).
///
/// - Parameter key: A secret that the hash depends on, of which 64 bytes are used; "" for none.
func hexadecimalHash(of bytes: UnsafeRawBufferPointer, key: String = "") -> String {
  var hash = [UInt8](repeating: 0, count: 32)
  let (input, key) = (bytes.bindMemory(to: UInt8.self), Array(key.utf8.prefix(64)))
  let code = crypto_generichash(
    &hash, hash.count, input.baseAddress, UInt64(input.count), key, key.count)
  precondition(code == 0, "BLAKE2b takes every input, and keys of up to 64 bytes")
  return hexadecimal(hash)
}

/// Returns two digits for each byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
