extension Secret {
  /// Whether a text contains the secret or a part of it, ignoring ASCII case. A secret shorter than
  /// `part` is searched for as a whole. O(text × secret).
  ///
  /// - Parameter part: The length in bytes of the shortest part that must not appear.
  package func isShown(in text: String, part: Int = 4) -> Bool {
    let text = Array(text.utf8)
    return withBytes { secret in
      let size = Swift.min(part, secret.count)
      guard size > 0, text.count >= size else { return false }
      return (0...(text.count - size)).contains { place in
        (0...(secret.count - size)).contains { start in
          (0..<size).allSatisfy { Self.fold(text[place + $0]) == Self.fold(secret[start + $0]) }
        }
      }
    }
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
