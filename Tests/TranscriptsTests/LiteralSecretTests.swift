import Testing

@testable import Transcripts

/// A literal secret in a transcript is rejected, and the error never quotes it.
struct LiteralSecretTests {
  private let planted = "hunter2"

  @Test(arguments: [
    "key> hunter2", "key>hunter2", "key> hunter2 ", "key>  hunter2", "key> my hunter2!",
    "key>\thunter2",
    "key>\u{301}hunter2", "key> hunter2\u{7F}", "key?hunter2", "KEY> hunter2", " key> hunter2",
    "@ secret password hunter2", "@ secret password strong hunter2", "@ secret password:hunter2",
    "@ secret hunter2!", "@ secret password lower:hunter2", "@ secret", "key hunter2",
  ])
  func `a literal secret is a parse error that never quotes it`(line: String) throws {
    let text = "@ transcript 1\nbot> Password?\n" + line + "\n"
    let error = try #require(throws: TranscriptError.self) { try Script(parsing: text.utf8) }
    #expect(error.line == 3)
    #expect(!error.reason.description.contains(planted))
    #expect(!String(describing: error).contains(planted))
    #expect(!String(reflecting: error).contains(planted))
  }

  @Test func `a name without a class is rejected, because it may be a secret`() throws {
    let text = "@ transcript 1\n@ secret password strong\nbot> Password?\nkey> hunter2\n"
    let error = try #require(throws: TranscriptError.self) { try Script(parsing: text.utf8) }
    #expect(error == TranscriptError(line: 4, .literalSecret))
    #expect(
      error.reason.description
        == "\"key>\" must be followed by the name of a secret from an earlier \"@ secret NAME CLASS\","
        + " never by the secret itself")
  }

  @Test func `a name can't be used before its class is given`() {
    let text = "@ transcript 1\nkey> pw\n@ secret pw strong\n"
    #expect(throws: TranscriptError(line: 2, .literalSecret)) { try Script(parsing: text.utf8) }
  }

  @Test func `a literal secret at the wrong kind of question is not quoted`() {
    let reason = TranscriptError.Reason.textAtSecret("password")
    #expect(
      reason.description
        == "\"you>\" can't answer the secret question password; use \"key>\" or an exact command")
  }
}
