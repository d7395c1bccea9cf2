import Accounts
import Secrets
import Testing

struct ValidUTF8Tests {
  private static func secret(_ bytes: [UInt8]) -> Secret {
    bytes.withUnsafeBytes { Secret(copying: $0) }
  }

  @Test(arguments: [
    "", "a", "\0", "é", "汉字", "👨‍👩‍👧‍👦", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
    "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
  ])
  func `F10 well-formed text is valid`(text: String) {
    #expect(Secret(text).isValidUTF8)
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
      [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `F10 an overlong form is invalid`(bytes: [UInt8]) {
    #expect(!Self.secret(bytes).isValidUTF8)
    #expect(!Self.secret([0x61] + bytes + [0x61]).isValidUTF8)
  }

  @Test(
    arguments: [
      [0xED, 0xA0, 0x80], [0xED, 0xAF, 0xBF], [0xED, 0xB0, 0x80], [0xED, 0xBF, 0xBF],
      [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
    ] as [[UInt8]])
  func `F10 a surrogate, alone or paired, is invalid`(bytes: [UInt8]) {
    #expect(!Self.secret(bytes).isValidUTF8)
    #expect(!Self.secret([0x61] + bytes).isValidUTF8)
  }

  @Test(arguments: ["é", "汉", "👍"])
  func `F9 a truncated character is invalid, wherever it is cut`(text: String) {
    let bytes = Array(text.utf8)
    for kept in 1..<bytes.count {
      #expect(!Self.secret([0x61] + bytes[..<kept]).isValidUTF8)
      #expect(!Self.secret(bytes[..<kept] + [0x61]).isValidUTF8)
    }
    for dropped in 1..<bytes.count {
      #expect(!Self.secret(Array(bytes[dropped...])).isValidUTF8)
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xFE], [0x80], [0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ]
      as [[UInt8]])
  func `F8 a byte that never occurs in UTF-8 is invalid`(bytes: [UInt8]) {
    #expect(!Self.secret(bytes).isValidUTF8)
    #expect(!Self.secret(Array("pass".utf8) + bytes + Array("word".utf8)).isValidUTF8)
  }

  @Test func `F20 random bytes are judged the same as String judges them`() {
    var random = SplitMix64(seed: 20)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : [0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0x80, 0x9F, 0xA0, 0xBF, 0x61].randomElement(
            using: &random)!
      }
      let isText = String(validating: bytes, as: UTF8.self) != nil
      #expect(Self.secret(bytes).isValidUTF8 == isText, "\(bytes)")
    }
  }
}
