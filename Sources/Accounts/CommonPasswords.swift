/// The list of common passwords, for lookups and for examples. It is read on first use.
package enum CommonPasswords {
  /// The passwords, most frequent first.
  package static let all = lines.map(Array.init)

  /// The resource's first line is its licence.
  private static let lines =
    PackageResources.common_passwords_txt.split(separator: 0x0A).dropFirst()

  // Not the passwords themselves: looking one up would copy the text out of locked memory.
  private static let hashes = Set(lines.map { hash($0) })
  private static let longest = lines.map(\.count).max() ?? 0

  /// Whether a text is a common password or a repetition of one. After two whole copies, the last
  /// copy may be cut short, so that fifteen ones are no better than eighteen.
  ///
  /// O(n × m), where n is the length of the text and m the length of the longest password in the
  /// list.
  static func contains(_ text: UnsafeRawBufferPointer) -> Bool {
    guard !text.isEmpty else { return false }
    return (1...min(text.count, longest)).contains { period in
      (period == text.count || period * 2 <= text.count) && isRepetition(text, period)
        && hashes.contains(hash(text[..<period]))
    }
  }

  private static func isRepetition(_ text: UnsafeRawBufferPointer, _ period: Int) -> Bool {
    (period..<text.count).allSatisfy { text[$0] == text[$0 - period] }
  }

  /// FNV-1a, 64 bits. It is stable, and free of collisions within the list, which a test checks.
  /// The probability that an unlisted password collides is 10,000 in 2^64.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
