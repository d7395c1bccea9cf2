import Conversation
import Secrets
import TestSupport
import Testing

@testable import Chat

/// Event lines with random changes are parsed, or rejected without quoting their content.
struct RequestFuzzTests {
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "null", "1", "\"secret\":",
    "\"text\":",
    "\"field\":", "\"lineEntered\":{", "\"halfTyped\":\"", "\u{301}", "\0", "\t", "\u{9B}",
    "[[[[[[[[[[[[[[[[",
  ]
  private static let secret = "xqzv-kjwp-fmgh"

  @Test func `an event with random changes is parsed or rejected, and no secret is quoted`() {
    let lines =
      RequestTests.good.map(\.0) + [
        #"{"lineEntered":{"secret":"\#(Self.secret)"}}"#,
        #"{"textEdited":{"field":"password","secret":"\#(Self.secret)"}}"#,
      ]
    var (read, refused) = (0, 0)
    for var fuzz in FuzzCase.cases(4_000) {
      let line = fuzz.mutated(Array(fuzz.pick(lines).utf8), Self.pieces)
      do throws(RequestError) {
        _ = try Request(line.withUnsafeBytes { Secret(copying: $0) }, .english)
        read += 1
      } catch {
        refused += 1
        #expect(!error.why.isEmpty, "\(fuzz.name)")
        #expect(!error.why.contains("xqzv") && !error.why.contains("fmgh"), "\(fuzz.name)")
      }
    }
    #expect(read + refused == 1 || read > 100 && refused > 1_000)
  }

  @Test func `F78 a deeply nested event or a duplicate key is rejected with its position`() {
    let nested = String(repeating: #"{"lineEntered":"#, count: 10_000)
    #expect(throws: RequestError.self) { try Request(Secret(nested), .english) }
    let error = #expect(throws: RequestError.self) {
      try Request(Secret(#"{"lineEntered":{"text":"a","text":"b"}}"#), .english)
    }
    #expect(
      error?.why
        == "is not valid JSON for an event: the object has this key twice, at byte 28")
  }
}
