/// The list of common passwords, for lookups and for examples. It is read on first use.
package enum CommonPasswords {
  /// The passwords, most frequent first. The resource's first line is its licence.
  package static let all: [[UInt8]] =
    PackageResources.common_passwords_txt.split(separator: 0x0A).dropFirst().map(Array.init)

  /// The hashes and the length of the longest password, without the arrays: the first key of a
  /// password waits for this.
  private static let table: (hashes: Set<UInt64>, longest: Int) = {
    var hashes = Set<UInt64>(minimumCapacity: 10_000)
    var longest = 0
    PackageResources.common_passwords_txt.withUnsafeBufferPointer { list in
      var start = (list.firstIndex(of: 0x0A) ?? list.count - 1) + 1
      while start < list.count {
        let end = list[start...].firstIndex(of: 0x0A) ?? list.count
        if end > start {
          hashes.insert(hash(list[start..<end]))
          longest = max(longest, end - start)
        }
        start = end + 1
      }
    }
    return (hashes, longest)
  }()

  /// Whether a text is a common password or a repetition of one. After two whole copies, the last
  /// copy may be cut short, so that fifteen ones are no better than eighteen.
  ///
  /// O(n × m), where n is the length of the text and m the length of the longest password in the
  /// list.
  static func contains(_ text: UnsafeRawBufferPointer) -> Bool {
    guard !text.isEmpty else { return false }
    return (1...min(text.count, table.longest)).contains { period in
      (period == text.count || period * 2 <= text.count) && isRepetition(text, period)
        && isListed(UnsafeRawBufferPointer(rebasing: text[..<period]))
    }
  }

  private static func isRepetition(_ text: UnsafeRawBufferPointer, _ period: Int) -> Bool {
    (period..<text.count).allSatisfy { text[$0] == text[$0 - period] }
  }

  private static func isListed(_ text: UnsafeRawBufferPointer) -> Bool {
    table.hashes.contains(hash(text))
  }

  /// FNV-1a, 64 bits. It is stable, and free of collisions within the list, which a test checks.
  /// The probability that an unlisted password collides is 10,000 in 2^64.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
