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
