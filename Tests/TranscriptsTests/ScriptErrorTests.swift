import Testing

@testable import Transcripts

/// A broken transcript is rejected with the line and the reason.
struct ScriptErrorTests {
  @Test(arguments: [
    ("", 1, TranscriptError.Reason.noVersion), ("\n\n", 1, .noVersion),
    ("# only a comment\n", 1, .noVersion),
    ("bot> Hi!\n", 1, .noVersion), ("@ seed 42\n@ transcript 1\n", 1, .noVersion),
    ("\nyou> a\n", 1, .noVersion), ("#!x\nkey> pw\n", 2, .literalSecret),
    ("end> quit exit=2\n", 1, .noVersion), ("@ secret pw strong\n@ transcript 1\n", 1, .noVersion),
    ("@ transcript 2\n", 1, .unknownVersion("2")), ("@ transcript\n", 1, .noVersion),
    ("@ transcript 1 \n", 1, .unknownVersion("1 ")),
    ("@ transcript 01\n", 1, .unknownVersion("01")),
    ("@ transcript 1\n\nbot> a\n@ seed 1\n", 4, .lateSetting("seed")),
    ("@ transcript 1\nyou> a\n@ seed 1\n", 3, .lateSetting("seed")),
    ("@ transcript 1\nyou> a\n@ transcript 1\n", 3, .lateSetting("transcript")),
    ("@ transcript 1\n@ secret pw strong\n@ secret pw lower:1\n", 3, .secretNamedTwice("pw")),
    (
      "@ transcript 1\n@ secret pw strong\nbot> a\n@ secret pw strong\n", 4, .secretNamedTwice("pw")
    ),
    ("@ transcript 1\nend> quit exit=2\nbot> more\n", 3, .afterEnd),
    ("@ transcript 1\nend> quit exit=2\nyou> more\n", 3, .afterEnd),
    ("@ transcript 1\nend> quit exit=2\nend> quit exit=2\n", 3, .afterEnd),
    ("@ transcript 1\nend> quit exit=2\n@ seed 1\n", 3, .afterEnd),
    ("@ transcript 1\nnonsense\n", 2, .unknownSigil),
    ("@ transcript 1\nyou>a\n", 2, .missingSpace("you>")),
    ("@ transcript 1\n@ secret pw weak\n", 2, .badSecretClass("pw")),
    ("@ transcript 1\nend> quit\n", 2, .badEnd),
    ("@ transcript 1\nend> signd-up exit=0\n", 2, .unknownOutcome("signd-up")),
    ("@ transcript 1\nend> Quit exit=2\n", 2, .unknownOutcome("Quit")),
    ("#!x\n@ seed 1\n@ transcript 1\n", 3, .lateVersion),
    ("#!x\n@ transcript 1\n@ transcript 1\n", 3, .setting("the version is said twice")),
    ("@ transcript 1\nbot> {{id:uuuid}}\n", 2, .unknownPlaceholderType("uuuid")),
    ("@ transcript 1\nbot> {{a:uuid}} {{b:}}\n", 2, .unknownPlaceholderType("")),
    ("@ transcript 1\r\n", 1, .carriageReturn), ("@ transcript 1\nbot> a\r\n", 2, .carriageReturn),
    ("@ transcript 1\n# a\r\n", 2, .carriageReturn), ("@ transcript 1\n\r\n", 2, .carriageReturn),
    ("@ transcript 1\nyou> a\r", 2, .carriageReturn),
    ("@ transcript 1\nyou> a\rb\n", 2, .controlCharacter),
    ("@ transcript 1\nyou> a\tb\n", 2, .controlCharacter),
  ])
  func `the error for a broken transcript has the line and the reason`(
    text: String, line: Int, reason: TranscriptError.Reason
  ) {
    #expect(throws: TranscriptError(line: line, reason)) { try Script(parsing: text.utf8) }
  }

  @Test(
    arguments: [
      [0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE6, 0xB1],
    ] as [[UInt8]])
  func `F8 F9 F10 invalid UTF-8 is rejected with its line`(bytes: [UInt8]) {
    let before = Array("@ transcript 1\nyou> ".utf8)
    #expect(throws: TranscriptError(line: 2, .notUTF8)) { try Script(parsing: before + bytes) }
    #expect(throws: TranscriptError(line: 2, .notUTF8)) {
      try Script(parsing: before + bytes + Array("\nbot> a\n".utf8))
    }
  }

  @Test func `F7 a NUL is rejected and does not end the line`() {
    #expect(throws: TranscriptError(line: 2, .controlCharacter)) {
      try Script(parsing: "@ transcript 1\nyou> a\0b\n".utf8)
    }
  }

  @Test(arguments: [
    (TranscriptError.Reason.notUTF8, "the line is not valid UTF-8"),
    (.controlCharacter, "the line holds a control character"),
    (.carriageReturn, "the line ends in CR LF; a transcript's lines end in LF alone"),
    (.tooLong, "the line is longer than 64 KiB"),
    (.unknownSigil, "a line begins with one of #, @, bot>, bot~, bot+, bot!, you>, key>, end>"),
    (.missingSpace("you>"), "one space stands between you> and its text"),
    (
      .noVersion,
      "a transcript's first line is \"#!…\" or \"@ transcript 1\", which comes before all else"
    ),
    (.unknownVersion("2"), "version 2 is not known; this program reads 1"),
    (
      .lateSetting("seed"),
      "the setting seed stands after the conversation began; settings come first"
    ),
    (.badSetting, "a setting is written \"@ key value\""),
    (
      .badSecretName,
      "a secret is named \"@ secret NAME CLASS\", the name of letters, digits, - and _"
    ),
    (
      .badSecretClass("pw"),
      "the class of pw is none of strong, lower:N, upper:N, digit:N, mixed:N, words:N,"
        + " unicode:N, common, username, like:TEXT, env:VAR, file:PATH"
    ),
    (.secretNamedTwice("pw"), "pw has a class already"),
    (.badEnd, "the last line is written \"end> outcome exit=N …\""),
    (.afterEnd, "only comments may follow \"end>\""),
    (.unknownOutcome("signd-up"), "signd-up is not an outcome; did you mean signed-up?"),
    (
      .unknownPlaceholderType("uuuid"),
      "uuuid is not a placeholder's type; did you mean uuid?"
    ),
    (.lateVersion, "\"@ transcript 1\" comes before all other settings"),
    (
      .secretAtText("username"),
      "\"key>\" can't answer the question \"username\", which is no secret; \"you>\" does"
    ),
    (.secretNotFound("pw"), "the secret pw can't be found where its class says"),
    (.setting("seed: no"), "seed: no"),
    (.tooManyPlaceholders, "a line may have 16 placeholders at most"),
    (
      .ambiguousPlaceholder("id"),
      "{{id:…}} is used twice in this line, so its end must be plain:"
        + " put a space after it and after each placeholder before it"
    ),
  ])
  func `each reason has a description`(reason: TranscriptError.Reason, words: String) {
    #expect(reason.description == words)
  }
}
