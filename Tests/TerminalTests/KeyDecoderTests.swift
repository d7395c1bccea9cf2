import Testing

@testable import Terminal

/// Decodes all keys, including a lone ESC at the end.
private func keys(_ bytes: [UInt8]) -> [Key] {
  var decoder = KeyDecoder()
  var keys: [Key] = []
  for byte in bytes { decoder.take(byte) { keys.append($0) } }
  decoder.expire { keys.append($0) }
  return keys
}

private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

private func characters(_ text: String) -> [Key] { text.unicodeScalars.map { .character($0) } }

@Suite struct KeyDecoderTests {
  @Test(arguments: [
    "plain", "héß", "漢字", "👩‍👩‍👧", "\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}", "e\u{301}",
  ])
  func `characters of every length are decoded unchanged`(text: String) {
    #expect(keys(text) == characters(text))
  }

  @Test(
    arguments: [
      ([0xFF], [0xFF]),
      ([0x80], [0x80]),
      ([0xC0, 0xAF], [0xC0, 0xAF]),
      ([0xE0, 0x80, 0xAF], [0xE0, 0x80, 0xAF]),
      ([0xED, 0xA0, 0x80], [0xED, 0xA0, 0x80]),
      ([0xF4, 0x90, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80]),
      ([0xF8, 0x88], [0xF8, 0x88]),
    ] as [([UInt8], [UInt8])])
  func `F8 F10 invalid UTF-8 is decoded byte by byte`(bytes: [UInt8], invalid: [UInt8]) {
    #expect(keys(bytes) == invalid.map { .invalid($0) })
  }

  @Test func `F9 an incomplete character does not swallow the following bytes`() {
    #expect(keys([0xE2, 0x82, 0x41]) == [.invalid(0xE2), .invalid(0x82), .character("A")])
    #expect(keys([0xF0, 0x9F, 0x0D]) == [.invalid(0xF0), .invalid(0x9F), .control(0x0D)])
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OC", .right),
      ("\u{1B}[D", .left), ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}OF", .end),
      ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[1;5D", .wordLeft),
      ("\u{1B}[1;3C", .wordRight), ("\u{1B}[Z", .backTab), ("\u{1B}b", .meta(0x62)),
      ("\u{1B}\u{7F}", .meta(0x7F)), ("\u{1B}OM", .control(0x0D)), ("\t", .control(9)),
      ("\u{0}", .control(0)), ("\u{1B}", .escape), ("\u{1B}[", .unknown), ("\u{1B}[15~", .unknown),
      ("\u{1B}[[A", .unknown), ("\u{1B}[201~", .unknown), ("\u{1B}[<0;1;1M", .unknown),
      ("\u{1B}]0;title\u{7}", .unknown), ("\u{1B}P1$r0m\u{1B}\\", .unknown),
      ("\u{9B}", .character("\u{9B}")),
    ] as [(String, Key)])
  func `an escape sequence is one key`(sequence: String, key: Key) {
    #expect(keys(sequence) == [key])
  }

  @Test func `after a sequence, bytes are text again`() {
    #expect(keys("\u{1B}[1;9Qab") == [.unknown] + characters("ab"))
    #expect(keys("\u{1B}\u{1B}[Ax") == [.escape, .up] + characters("x"))
    #expect(keys("\u{1B}\rx") == [.escape, .control(0x0D)] + characters("x"))
    #expect(keys("\u{1B}é") == [.escape] + characters("é"))
  }

  @Test func `F17 paste markers are not text`() {
    #expect(
      keys("a\u{1B}[200~b\u{1B}[201~c")
        == characters("a") + [.pasteBegin] + characters("b") + [.pasteEnd] + characters("c"))
  }

  @Test func `F16 a sequence inside a paste is text with a control character`() {
    #expect(
      keys("\u{1B}[200~\u{1B}[31m\u{1B}[20\u{1B}[201~")
        == [.pasteBegin, .control(0x1B)] + characters("[31m") + [.control(0x1B)]
        + characters("[20") + [.pasteEnd])
  }

  @Test func `an endless parameter takes no memory and is one key`() {
    #expect(
      keys("\u{1B}[" + String(repeating: "1", count: 10_000) + "Ax") == [.unknown, .character("x")])
  }

  @Test func `F20 no text is lost in random bytes`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let bytes = (0..<1024).map { _ in UInt8.random(in: 0x20...0xFF, using: &random) }
        .filter { $0 != 0x7F }
      var back: [UInt8] = []
      for key in keys(bytes) {
        switch key {
        case .character(let scalar): back += Array(UTF8.encode(scalar)!)
        case .invalid(let byte): back.append(byte)
        default: Issue.record("\(key)")
        }
      }
      // At the end, the decoder may still wait for the rest of a character.
      #expect(bytes.starts(with: back) && bytes.count - back.count < 4)
    }
  }
}
