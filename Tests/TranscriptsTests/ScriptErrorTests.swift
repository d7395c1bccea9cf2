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
    ("@ transcript 1\n@ secret pw weak\n", 2, .badSecretClass("pw", nearest: nil)),
    ("@ transcript 1\nend> quit\n", 2, .badEnd),
    ("@ transcript 1\nend> signd-up exit=0\n", 2, .unknownOutcome("signd-up")),
    ("@ transcript 1\nend> Quit exit=2\n", 2, .unknownOutcome("Quit")),
    ("#!x\n@ seed 1\n@ transcript 1\n", 3, .lateVersion),
    ("#!x\n@ transcript 1\n@ transcript 1\n", 3, .setting("the version is given twice")),
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
    (.controlCharacter, "the line contains a control character"),
    (.carriageReturn, "the line ends with CR LF; the lines of a transcript end with LF"),
    (.tooLong, "the line is longer than 64 KiB"),
    (.unknownSigil, "a line must begin with #, @, bot>, bot~, bot+, bot!, you>, key> or end>"),
    (.missingSpace("you>"), "there must be one space between you> and the text"),
    (
      .noVersion,
      "the first line of a transcript must be \"#!…\" or \"@ transcript 1\""
    ),
    (.unknownVersion("2"), "version 2 is not supported; this program reads version 1"),
    (
      .lateSetting("seed"),
      "the setting seed must come before the conversation"
    ),
    (.badSetting, "a setting must have the form \"@ key value\""),
    (
      .badSecretName,
      "a secret must have the form \"@ secret NAME CLASS\"; a name consists of letters, digits, - and _"
    ),
    (
      .badSecretClass("pw", nearest: nil),
      "the class of pw is unknown; use strong, lower:N, upper:N, digit:N, mixed:N, words:N,"
        + " unicode:N, common, username, like:TEXT, env:VAR or file:PATH"
    ),
    (.secretNamedTwice("pw"), "pw already has a class"),
    (.badEnd, "the last line must have the form \"end> outcome exit=N …\""),
    (.afterEnd, "only comments may follow \"end>\""),
    (.unknownOutcome("signd-up"), "signd-up is not an outcome; did you mean signed-up?"),
    (
      .unknownPlaceholderType("uuuid"),
      "uuuid is not a type of placeholder; did you mean uuid?"
    ),
    (.lateVersion, "\"@ transcript 1\" must come before all other settings"),
    (
      .secretAtText("username"),
      "\"key>\" can't answer the question \"username\", which asks for no secret; use \"you>\""
    ),
    (.secretNotFound("pw"), "the secret pw is not available from the source that its class names"),
    (.setting("seed: no"), "seed: no"),
    (.tooManyPlaceholders, "a line may contain at most 16 placeholders"),
    (
      .ambiguousPlaceholder("id"),
      "{{id:…}} is used twice in this line, so its end must be unambiguous:"
        + " put a space after it and after each placeholder before it"
    ),
  ])
  func `each reason has a description`(reason: TranscriptError.Reason, words: String) {
    #expect(reason.description == words)
  }
}
