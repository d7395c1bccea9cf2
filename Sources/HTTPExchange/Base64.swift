import Secrets

private let alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Base64 with padding. Source: RFC 4648, 4.
func base64(_ bytes: some Collection<UInt8>) -> String {
  // Straight into the text's own memory: what is written may be a secret, and every copy is one more.
  String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { buffer in
    var count = 0
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      var word: UInt32 = 0
      for byte in group { word = word << 8 | UInt32(byte) }
      word <<= 8 * UInt32(3 - group.count)
      for place in 0..<4 {
        let digit = alphabet[Int(word >> UInt32(18 - 6 * place) & 63)]
        buffer[count] = place <= group.count ? digit : UInt8(ascii: "=")
        count += 1
      }
    }
    return count
  }
}

extension HTTPRequest.Authorization {
  /// The header's value, in ordinary memory: nothing that sends a header takes it from anywhere else. Nil
  /// for a token that can't stand in a header, and for a name with a colon, which Basic authentication
  /// has no way to say.
  var headerValue: String? {
    switch self {
    case .bearer(let token):
      token.withBytes { bytes in
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return "Bearer " + String(decoding: bytes, as: UTF8.self)
      }
    case .basic(let username, let password):
      username.contains(":") ? nil : "Basic " + Self.basic(username, password)
    }
  }

  private static func basic(_ username: String, _ password: Secret) -> String {
    let buffer = SecretBuffer()
    var start = username + ":"
    start.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
    password.withBytes { buffer.append($0) }
    return buffer.withBytes { base64($0) }
  }
}
