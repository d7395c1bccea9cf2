import Accounts
import Conversation
import Secrets
import Testing

@testable import Chat

/// A line of a program's events, parsed in place.
struct RequestTests {
  private func read(_ line: String) throws(RequestError) -> Request {
    try Request(Secret(line), .english)
  }

  static let good: [(String, Request)] = [
    (#"{"started":{}}"#, .started),
    (#" { "signUpRequested" : { } } "#, .signUpRequested),
    (#"{"interrupted":{}}"#, .interrupted),
    (#"{"lineEntered":{"text":"octodog"}}"#, .lineEntered(.text("octodog"))),
    (#"{"lineEntered":{"text":""}}"#, .lineEntered(.text(""))),
    (#"{"lineEntered":{"secret":"a\"b\\\/c"}}"#, .lineEntered(.secret(Secret(#"a"b\/c"#)))),
    (
      #"{"lineEntered":{"secret":"\u0061\u00e9\u6f22\ud83d\ude00é漢😀"}}"#,
      .lineEntered(.secret(Secret("aé漢😀é漢😀")))
    ),
    (#"{"textEdited":{"field":"username","text":"o"}}"#, .textEdited(.username, .text("o"))),
    (
      #"{"textEdited":{"secret":"s","field":"repeat"}}"#,
      .textEdited(.repeated, .secret(Secret("s")))
    ),
    (#"{"command":"back"}"#, .command(.back, word: "back", halfTyped: nil)),
    (
      #"{"halfTyped":"oc","command":"edit password"}"#,
      .command(.edit(.password), word: "edit password", halfTyped: "oc")
    ),
  ]

  @Test(arguments: good)
  func `a valid event is parsed`(line: String, request: Request) throws {
    #expect(try read(line) == request)
  }

  @Test func `an own question of the policy is a field, and its answer is no secret`() throws {
    var policy = Policy.rxswift
    policy.questions = [FormQuestion(name: "email", ask: ["en": "E-mail?"])]
    let vocabulary = Vocabulary.english.adding(formOf: policy)
    let line = #"{"textEdited":{"field":"email","text":"a"}}"#
    #expect(try Request(Secret(line), vocabulary) == .textEdited(.own("email"), .text("a")))
    #expect(throws: RequestError.self) { try read(line) }
    #expect(throws: RequestError.self) {
      try Request(Secret(#"{"textEdited":{"field":"email","secret":"a"}}"#), vocabulary)
    }
    #expect(
      try Request(Secret(#"{"command":"edit email"}"#), vocabulary)
        == .command(.edit(.own("email")), word: "edit email", halfTyped: nil))
  }

  static let bad: [(String, String)] = [
    ("{", "a text was expected, at byte 2"), ("[]", "an object was expected, at byte 1"),
    (#"{"started":{}}x"#, "text after the end"), (#"{"started" {}}"#, "a colon"),
    (#"{"started":{} "a""#, "a comma or the end of the object"),
    (#"{"started":{},}"#, "a text was"),
    (#"{"started":[]}"#, "an object was expected"), (#"{"started":{"a":1}}"#, "takes no values"),
    ("{}", "the event has no name"), (#"{"x":{}}"#, "the event is unknown"),
    (#"{"started":{},"interrupted":{}}"#, "one event"), (#"{"command":"fly"}"#, "is unknown"),
    (#"{"command":"/back"}"#, "without the slash"), (#"{"command":1}"#, "a text was expected"),
    (#"{"started":{},"halfTyped":"x"}"#, "used with a command"),
    (#"{"command":"back","halfTyped":"a","halfTyped":"b"}"#, "twice"),
    (#"{"lineEntered":{}}"#, #""text" or "secret""#),
    (#"{"lineEntered":{"text":"a","secret":"b"}}"#, "given twice"),
    (#"{"lineEntered":{"field":"username","text":"a"}}"#, "not allowed here"),
    (#"{"lineEntered":{"word":"a"}}"#, "an unknown key"),
    (#"{"textEdited":{"text":"a"}}"#, #"needs "field""#),
    (#"{"textEdited":{"field":"name","text":"a"}}"#, "must be username"),
    (#"{"textEdited":{"field":"password","text":"hunter2"}}"#, #"as "secret""#),
    (#"{"textEdited":{"field":"username","secret":"a"}}"#, #"as "text""#),
    (#"{"lineEntered":{"text":"a\n"}}"#, "control-character"),
    (#"{"lineEntered":{"secret":"a\u0000"}}"#, "(nul)"),
    ("{\"lineEntered\":{\"text\":\"a\tb\"}}", "a control character is not escaped"),
    (#"{"lineEntered":{"text":"a\x"}}"#, "the escape is unknown"),
    (#"{"lineEntered":{"text":"\u12"}}"#, "the escape is unknown"),
    (#"{"lineEntered":{"text":"\u12"#, "incomplete"),
    (#"{"lineEntered":{"text":"a"#, "not terminated"),
    (#"{"lineEntered":{"text":"\ud83d"}}"#, "surrogate"),
    (#"{"lineEntered":{"text":"\ud83d\u0061"}}"#, "surrogate"),
    (#"{"lineEntered":{"text":"\ude00"}}"#, "surrogate"),
  ]

  @Test(arguments: bad)
  func `an invalid line is rejected with the reason, and is not quoted`(
    line: String, why: String
  ) {
    let failure = #expect(throws: RequestError.self) { try read(line) }
    #expect(failure?.why.contains(why) == true, "\(failure?.why ?? "")")
    #expect(failure?.why.contains("hunter2") == false)
  }

  @Test func `invalid UTF-8 is rejected`() {
    let bytes: [UInt8] = Array(#"{"lineEntered":{"text":""#.utf8) + [0xFF] + Array(#""}}"#.utf8)
    let line = bytes.withUnsafeBytes { Secret(copying: $0) }
    #expect(throws: RequestError(why: "the line is not valid UTF-8")) {
      try Request(line, .english)
    }
  }

  @Test func `F12 an answer of 64 KiB is accepted, and one more byte is not`() throws {
    let longest = String(repeating: "a", count: 65_536)
    #expect(
      try read(#"{"lineEntered":{"text":"\#(longest)"}}"#) == .lineEntered(.text(longest)))
    #expect(throws: RequestError.self) {
      try read(#"{"lineEntered":{"secret":"a\#(longest)"}}"#)
    }
  }
}
