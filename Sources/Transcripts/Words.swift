/// Looks at bytes eight at a time, for the scans that every line of every transcript goes through.
enum Words {
  /// Where, from an offset on, the first byte stands that is no printable ASCII; the end for none.
  static func firstUnprintable(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let words = UnsafeRawBufferPointer(bytes)
    var offset = start
    while offset + 8 <= bytes.count {
      // The first byte lowest, so that what is borrowed marks none but bytes behind the first one.
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

  /// A word of eight times the same byte.
  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// A word's bytes of zero, the first of them for certain, by their highest bits (Hacker's Delight, 6-1).
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- all(1)) & ~word & high }
}
