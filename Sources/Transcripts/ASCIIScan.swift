/// Scans bytes eight at a time. Every line of every transcript is scanned this way.
enum ASCIIScan {
  /// Returns the offset of the first byte at or after `start` that is not printable ASCII; the end
  /// if there is none.
  static func firstUnprintable(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let words = UnsafeRawBufferPointer(bytes)
    var offset = start
    while offset + 8 <= bytes.count {
      // The first byte is the lowest, so that a borrow can only mark bytes after the first match.
      let word = UInt64(
        littleEndian: words.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // Below 0x20, 0x80 and above, or 0x7F.
      let marks = ((word &- all(0x20)) | word | zeros(word ^ all(0x7F))) & high
      if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < bytes.count, (0x20..<0x7F).contains(bytes[offset]) { offset += 1 }
    return offset
  }

  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// A word with eight copies of a byte.
  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Marks the zero bytes of a word by their highest bits. Only the first mark is reliable
  /// (Hacker's Delight, 6-1).
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- all(1)) & ~word & high }
}
