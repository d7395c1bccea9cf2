import TestSupport
import Testing
import Text

/// Reading JSON.
struct JSONReadingTests {
  private func error(_ text: String) -> JSONError? {
    #expect(throws: JSONError.self) { try JSONValue(reading: Array(text.utf8)) }
  }

  @Test func `every kind of value is read, with keys in order and numbers as written`() throws {
    let text =
      "\u{FEFF} {\"b\":[null,true,false,-0.50e+2],\"a\":\"\\ud83d\\ude00\\u0000/\\/é\",\"\":{}}\n"
    #expect(
      try JSONValue(reading: Array(text.utf8))
        == .object([
          .init("b", .list([.null, .bool(true), .bool(false), .number("-0.50e+2")])),
          .init("a", .text("😀\0//é")), .init("", .object([])),
        ]))
  }

  @Test(arguments: [
    ("", JSONError.Reason.valueExpected, 0), ("[1,]", .valueExpected, 3),
    ("[1 2]", .commaOrEndOfListExpected, 3),
    (#"{"a":1 "b":2}"#, .commaOrEndOfObjectExpected, 7),
    (#"{"a" 1}"#, .colonExpected, 5), ("{a:1}", .textExpected, 1),
    ("1 2", .nothingExpected, 2),
    ("nul", .valueExpected, 0), ("01", .badNumber, 0), ("[-]", .badNumber, 1),
    ("1.", .badNumber, 0), ("1e", .badNumber, 0), ("1-1", .badNumber, 0),
    ("+1", .valueExpected, 0),
    (#""a"#, .endlessText, 2), ("\"\t\"", .controlCharacter, 1), (#""\x""#, .unknownEscape, 1),
    (#""\u12"#, .shortEscape, 1), (#""\ud800""#, .halfSurrogatePair, 1),
    (#""\udc00""#, .halfSurrogatePair, 1), (#""\ud800\ud800""#, .halfSurrogatePair, 1),
    (#""\ud800\n""#, .halfSurrogatePair, 1),
  ])
  func `invalid JSON is refused at its place`(
    text: String, reason: JSONError.Reason, offset: Int
  ) {
    #expect(error(text) == JSONError(reason, at: offset))
  }

  @Test func `invalid UTF-8 is refused`() {
    for bytes in [[0xFF], [0xED, 0xA0, 0x80], [0xC3]] as [[UInt8]] {
      #expect(throws: JSONError(.notUTF8, at: 1)) {
        try JSONValue(reading: [0x5B, 0x22] + bytes + [0x22, 0x5D])
      }
    }
  }

  @Test func `a place has a line and a column`() {
    let text = "{\n  \"a\": 1,\n  \"é\" 2\n}"
    let place = error(text)?.place(in: text.utf8)
    #expect(place?.line == 3)
    #expect(place?.column == 8)
  }

  @Test func `F78 nesting is read up to 64 levels, and refused beyond`() throws {
    for (start, end) in [("[", "]"), (#"{"a":"#, "}")] {
      func nested(_ depth: Int) -> String {
        String(repeating: start, count: depth) + (start == "[" ? "" : "1")
          + String(repeating: end, count: depth)
      }
      _ = try JSONValue(reading: Array(nested(64).utf8))
      #expect(error(nested(65)) == JSONError(.tooDeep, at: 64 * start.utf8.count))
      #expect(error(nested(100_000))?.reason == .tooDeep)
    }
  }

  @Test func `F78 a duplicate key is refused, among few keys and among many`() {
    #expect(error(#"{"a":1, "\u0061":2}"#) == JSONError(.sameKey, at: 8))
    let many = (0..<1000).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(error("{\(many),\"k7\":1}")?.reason == .sameKey)
    #expect(error("{\"é\":1,\"é\":1}")?.reason == .sameKey)
  }

  @Test func `F78 keys with different bytes are different`() throws {
    _ = try JSONValue(reading: Array("{\"\u{E9}\":1,\"e\u{301}\":1}".utf8))
  }

  @Test func `F78 a number of any length neither crashes nor is misread`() throws {
    let long = String(repeating: "9", count: 65)
    #expect(error(long) == JSONError(.longNumber, at: 0))
    for text in ["1e999999", "-1e999999", "9223372036854775808", "1.5", String(long.dropLast())] {
      #expect(try JSONValue(reading: Array(text.utf8)).asWhole == nil)
    }
    #expect(try JSONValue(reading: Array("1.5e1".utf8)).asWhole == 15)
    #expect(try JSONValue(reading: Array("-9223372036854775808".utf8)).asWhole == .min)
  }

  @Test(arguments: [
    "[", #"{"a":"#, "[[],", "1", #""\u0041"#, "\"", "\\\"", "{\"a\":1}", " ", "[1,2]", "[]",
  ])
  func `F78 a mebibyte of any input takes no excessive time`(piece: String) async {
    await #expect(processExitsWith: .success) { [piece] in
      limitProcessorTime()
      let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
      for text in [text, "\"" + text, "[" + text + "]", "[" + text] {
        _ = try? JSONValue(reading: Array(text.utf8))
      }
    }
  }

  @Test func `F78 a hundred thousand keys take no excessive time`() async {
    await #expect(processExitsWith: .success) {
      limitProcessorTime()
      let members = (0..<100_000).map { "\"key \($0)\":[]" }.joined(separator: ",")
      _ = try JSONValue(reading: Array("{\(members)}".utf8))
    }
  }
}
