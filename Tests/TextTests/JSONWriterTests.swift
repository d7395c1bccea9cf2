import Accounts
import Foundation
import Testing
import Text

struct JSONWriterTests {
  @Test func `keys keep their order`() {
    let value = JSONValue.object([
      .init("b", .whole(1)), .init("a", .list([.text("x"), .bool(true), .bool(false)])),
      .init("", .object([])), .init("c", .list([])),
    ])
    #expect(value.description == #"{"b":1,"a":["x",true,false],"":{},"c":[]}"#)
  }

  @Test func `texts are quoted`() {
    #expect(JSONValue.text("a\"b\\c/é😀").description == #""a\"b\\c/é😀""#)
    #expect(JSONValue.text("\n\t\r\u{0}\u{1B}").description == #""\n\t\u000d\u0000\u001b""#)
    #expect(
      JSONValue.text("\u{7F}\u{9B}\u{2028}\u{202E}\u{FEFF}\u{FFFE}").description
        == #""\u007f\u009b\u2028\u202e\ufeff\ufffe""#)
  }

  @Test func `thousandths have three decimals`() {
    #expect(JSONValue.thousandths(0).description == "0.000")
    #expect(JSONValue.thousandths(21).description == "0.021")
    #expect(JSONValue.thousandths(-1_000_001).description == "-1000.001")
    #expect(JSONValue.thousandths(.min).description == "-9223372036854775.808")
  }

  @Test func `another reader reads any text, on one line without control characters`() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let limit: UInt32 = Bool.random(using: &random) ? 0x100 : 0x11_0000
        guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) else {
          continue
        }
        text.unicodeScalars.append(scalar)
      }
      let line = JSONValue.object([.init("k" + text, .text(text))]).description
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      let member = try #require(read?.first)
      #expect(member.key.unicodeScalars.elementsEqual(("k" + text).unicodeScalars))
      #expect(member.value.unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }
}
