import Conversation
import Testing

@testable import Transcripts

struct LineParserTests {
  @Test(arguments: [
    ("", Record.comment("")), ("# text", .comment("# text")), ("#", .comment("#")),
    ("#text", .comment("#text")), ("# @ seed 1", .comment("# @ seed 1")),
    ("#!/usr/bin/env -S signup-bot", .shebang("/usr/bin/env -S signup-bot")), ("#!", .shebang("")),
    ("@ seed 42", .setting(key: "seed", value: "42")),
    ("@ mock-taken a,b c", .setting(key: "mock-taken", value: "a,b c")),
    ("@ policy  x ", .setting(key: "policy", value: " x ")),
    ("@ plain", .setting(key: "plain", value: "")),
    ("@ secret pw strong", .secret(name: "pw", .strong)),
    ("@ secret a-b_9 env:HOME", .secret(name: "a-b_9", .environment("HOME"))),
    ("@ secret pw file:/a b", .secret(name: "pw", .file("/a b"))),
    ("bot> Username?", .bot(.says, "Username?")), ("bot~ Checking …", .bot(.works, "Checking …")),
    ("bot+ Fine", .bot(.accepts, "Fine")), ("bot! No", .bot(.refuses, "No")),
    ("bot>", .bot(.says, "")), ("bot>  x ", .bot(.says, " x ")),
    ("you> octocat", .you("octocat")), ("you>", .you("")), ("you>   ", .you("  ")),
    ("you> /back", .you("/back")), ("you> # no comment", .you("# no comment")),
    ("you> key> pw", .you("key> pw")), ("key> pw", .key("pw")),
    (
      "end> signed-up exit=0 username=octodog",
      .end(Ending(outcome: "signed-up", exit: 0, details: "username=octodog"))
    ),
    ("end> refused exit=1", .end(Ending(outcome: "refused", exit: 1))),
    (
      "end> signed-up exit=0 username=a b  c",
      .end(Ending(outcome: "signed-up", exit: 0, details: "username=a b  c"))
    ),
    ("end> x exit=255", .end(Ending(outcome: "x", exit: 255))),
  ])
  func `a well-formed line is parsed`(text: String, record: Record) throws {
    #expect(try LineParser.record(text) == record)
  }

  @Test(arguments: [
    ("hello", TranscriptError.Reason.unknownSigil), (" bot> x", .unknownSigil),
    ("Bot> x", .unknownSigil),
    ("bot? x", .unknownSigil), ("bot x", .unknownSigil), ("you", .unknownSigil),
    ("YOU> x", .unknownSigil),
    ("bot>x", .missingSpace("bot>")), ("bot!x", .missingSpace("bot!")),
    ("you>x", .missingSpace("you>")),
    ("@seed 42", .missingSpace("@")), ("end>x", .missingSpace("end>")),
    ("bot> a\tb", .controlCharacter), ("you> a\u{1B}[31mb", .controlCharacter),
    ("you> a\rb", .controlCharacter), ("you> a\u{85}b", .controlCharacter),
    ("you> \0", .controlCharacter),
    ("@", .badSetting), ("@ ", .badSetting), ("@  seed 1", .badSetting), ("@ 1seed 1", .badSetting),
    ("@ se=ed 1", .badSetting), ("@ sêed 1", .badSetting),
    ("@ secret", .badSecretName), ("@ secret ", .badSecretName), ("@ secret pw", .badSecretName),
    ("@ secret 9pw strong", .badSecretName), ("@ secret p/w strong", .badSecretName),
    ("@ secret  pw strong", .badSecretName),
    ("@ secret pw hunter2", .badSecretClass("pw", nearest: nil)),
    ("@ secret pw lower:0", .badSecretClass("pw", nearest: nil)),
    ("@ secret pw  strong", .badSecretClass("pw", nearest: "strong")),
    ("@ secret pw strng", .badSecretClass("pw", nearest: "strong")),
    ("key>", .literalSecret), ("key> ", .literalSecret), ("key>pw", .literalSecret),
    ("key> two words", .literalSecret), ("key> p@ssw0rd!", .literalSecret),
    ("key> 9pw", .literalSecret),
    ("end>", .badEnd), ("end> ", .badEnd), ("end> signed-up", .badEnd),
    ("end> signed-up 0", .badEnd),
    ("end> signed-up exit=", .badEnd), ("end> signed-up exit=x", .badEnd),
    ("end>  exit=0", .badEnd),
    ("end> signed-up exit=256", .badEnd), ("end> signed-up exit=-1", .badEnd),
    ("end> 9 exit=0", .badEnd),
  ])
  func `a malformed line is rejected with the reason`(text: String, reason: TranscriptError.Reason)
  {
    #expect(throws: reason) { try LineParser.record(text) }
  }

  @Test(arguments: [
    ("#\u{FE0F}\u{20E3} a keycap", Record.comment("#\u{FE0F}\u{20E3} a keycap")),
    ("#\u{301}", .comment("#\u{301}")), ("you> \u{301}", .you("\u{301}")),
    ("bot> \u{200D}x", .bot(.says, "\u{200D}x")),
    ("@ policy \u{301}x", .setting(key: "policy", value: "\u{301}x")),
    ("@ mock-taken \u{FE0F}", .setting(key: "mock-taken", value: "\u{FE0F}")),
    ("end> x exit=0 \u{301}y", .end(Ending(outcome: "x", exit: 0, details: "\u{301}y"))),
  ])
  func `a sigil or a space is recognized even before a combining mark`(
    text: String, record: Record
  ) throws {
    #expect(try LineParser.record(text) == record)
    #expect(record.description.utf8.elementsEqual(text.utf8))
  }
}
