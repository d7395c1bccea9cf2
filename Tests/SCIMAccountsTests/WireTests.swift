import Secrets
import Testing
import Text

@testable import SCIMAccounts

struct WireTests {
  @Test func `a request body is valid JSON, whatever it contains`() {
    let nasty = "\"\\/\u{0}\u{1F}\n\u{7F}é漢😀\u{2028}"
    let body = SecretJSON.object([
      (nasty, .text(nasty)), ("secret", .secret(Secret(nasty))), ("yes", .bool(true)),
      ("list", .list([.whole(3), .list([]), .object([])])),
    ])
    let expected = JSONValue.object([
      .init(nasty, .text(nasty)), .init("secret", .text(nasty)), .init("yes", .bool(true)),
      .init("list", .list([.whole(3), .list([]), .object([])])),
    ])
    #expect(body.written().json == expected)
    #expect(
      SecretJSON.text("\u{1}\u{1F}\n\"\\").written().plain == #""\u0001\u001f\n\"\\""#)
  }

  @Test(arguments: ["", "a", #"x" or password pr"#, #"\"#, #"\\""#, "\u{1}", "é"])
  func `a JSON string within a text is escaped twice`(secret: String) throws {
    let body = SecretJSON.object([
      ("filter", .joined([.text(#"a eq "b" and password eq "#), .quotedSecret(Secret(secret))]))
    ])
    let filter = try #require(body.written().json?["filter"]?.asText)
    let start = #"a eq "b" and password eq "#
    #expect(filter.hasPrefix(start))
    #expect(JSONValue(Array(filter.dropFirst(start.count).utf8)) == .text(secret))
  }

  @Test(
    arguments: [
      "", " ", "{", "}", "[", "]", "[,]", "[1,]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
      "{a:1}", "nul", "truee", "1 2", "+1", ".5", "-", "1e", "0x10", "nan", "Infinity", "\"",
      "\"\u{1}\"", #""\x""#, #""\u12""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#,
      #""\u+123""#,
      "'a'", "// a\n1",
    ])
  func `invalid JSON is rejected`(text: String) {
    #expect(JSONValue(Array(text.utf8)) == nil)
  }

  @Test func `invalid UTF-8 is rejected`() {
    #expect(JSONValue([0x22, 0xFF, 0x22]) == nil)
    #expect(JSONValue([0x22, 0xED, 0xA0, 0x80, 0x22]) == nil)
    #expect(JSONValue([0x22, 0xC3, 0xA9, 0x22]) == .text("é"))
  }

  @Test func `valid JSON is parsed`() {
    let text =
      " {\"A\" : [ 1 , -2.5e1, true,false , null ], \"b\":\"\\ud83d\\ude00\\n\\/\\\"\"}\r\n\t"
    #expect(
      JSONValue(Array(text.utf8))
        == .object([
          .init("A", .list([.number("1"), .number("-2.5e1"), .bool(true), .bool(false), .null])),
          .init("b", .text("😀\n/\"")),
        ]))
  }

  @Test func `nesting is limited to a depth of 64`() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSONValue(nested(64)) != nil)
    #expect(JSONValue(nested(65)) == nil)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00.000001z", 1),
      ("2000-02-29T12:00:00+00:00", 951_825_600_000_000),
      ("2026-11-21T09:24:54.662747Z", 1_795_253_094_662_747),
      ("2026-11-21T10:24:54.6627479+01:00", 1_795_253_094_662_747),
      ("2026-11-21T00:24:54-09:00", 1_795_253_094_000_000),
      ("1969-12-31T23:59:59Z", -1_000_000),
    ])
  func `a date and time is parsed`(text: String, microseconds: Int64) {
    #expect(Instant(text)?.microseconds == microseconds)
  }

  @Test(
    arguments: [
      "", "2026-11-21", "2026-11-21T09:24:54", "2026-11-21T09:24:54.Z", "2026-13-21T09:24:54Z",
      "26-11-21T09:24:54Z", "2026-11-21T25:24:54Z", "2026-11-21T09:24:54Zz", "now",
    ])
  func `an invalid date and time is rejected`(text: String) {
    #expect(Instant(text) == nil)
  }
}
