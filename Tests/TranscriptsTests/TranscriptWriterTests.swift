import Accounts
import Conversation
import Secrets
import Testing

@testable import Transcripts

struct TranscriptWriterTests {
  /// The output of a writer, one entry per call.
  private final class Paper {
    var pieces: [String] = []
    var text: String { pieces.joined() }
  }

  private let paper = Paper()

  private func writer(holdsTurns: Bool = false) -> TranscriptWriter {
    TranscriptWriter(seed: 42, holdsTurns: holdsTurns) { [paper] in paper.pieces.append($0.text) }
  }

  @Test func `settings follow the version in the given order`() throws {
    try writer().begin(settings: [("seed", "42"), ("locale", "en"), ("mock-taken", "")])
    #expect(paper.text == "@ transcript 1\n@ seed 42\n@ locale en\n@ mock-taken\n")
  }

  @Test func `text of the bot that resembles a placeholder is escaped`() throws {
    let writer = writer()
    try writer.bot(.says, "Hi {{name:word}} {x}")
    try writer.bot(.refuses, "")
    #expect(paper.text == "bot> Hi \\{{name:word}} {x}\nbot!\n")
  }

  @Test func `without holding turns, every line is written at once`() throws {
    let writer = writer()
    try writer.bot(.says, "a")
    #expect(paper.pieces == ["bot> a\n"])
    writer.spoilTurn()
    try writer.bot(.works, "b")
    #expect(paper.pieces == ["bot> a\n", "bot~ b\n"])
  }

  @Test func `answers and commands are written unchanged`() throws {
    let writer = writer()
    let talk = Talk(.rxswift)
    for text in ["octodog", "", " a ", "/help", "//x", "{{a:word}}"] {
      try writer.entered(.text(text), in: talk.conversation)
    }
    #expect(paper.text == "you> octodog\nyou>\nyou>  a \nyou> /help\nyou> //x\nyou> {{a:word}}\n")
  }

  @Test func `F51 a secret is written by name, with its class before its first use`() throws {
    let writer = writer()
    let password = Secret("correct horse")
    let atPassword = Talk.atPassword(.rxswift)
    try writer.entered(.secret(Secret("abc")), in: atPassword.conversation)
    try writer.entered(.secret(password), in: atPassword.conversation)
    let atRepeat = Talk.atRepeat(.rxswift, password: password)
    try writer.entered(.secret(Secret("correct house")), in: atRepeat.conversation)
    try writer.entered(.secret(password), in: atRepeat.conversation)
    #expect(
      paper.text == """
        @ secret password lower:1
        key> password
        @ secret password-2 strong
        key> password-2
        @ secret repeat strong
        key> repeat
        key> password-2

        """)
  }

  @Test func `F36 an exact command at a secret is a command, and everything else is the secret`()
    throws
  {
    let writer = writer()
    let talk = Talk.atPassword(.rxswift)
    try writer.entered(.secret(Secret("/back")), in: talk.conversation)
    try writer.entered(.secret(Secret("/edit username")), in: talk.conversation)
    try writer.entered(.secret(Secret("")), in: talk.conversation)
    #expect(paper.text == "you> /back\nyou> /edit username\nyou>\n")
    for secret in ["/hunter2", "//back", "/back ", "/Back"] {
      try writer.entered(.secret(Secret(secret)), in: talk.conversation)
    }
    #expect(!paper.text.contains("hunter2"))
    #expect(paper.text.split(separator: "\n").count { $0.hasPrefix("key> ") } == 4)
  }

  @Test func `F36 an escaped secret entered twice has one name`() throws {
    let writer = writer()
    let talk = Talk.atPassword(.rxswift)
    try writer.entered(.secret(Secret("//back")), in: talk.conversation)
    try writer.entered(.secret(Secret("//back")), in: talk.conversation)
    #expect(paper.text == "@ secret password strong\nkey> password\nkey> password\n")
  }

  @Test func `F51 a secret at a question that asks for none is not written`() throws {
    let password = Secret("correct horse")
    var talk = Talk.atRepeat(.rxswift, password: password)
    talk.enter(.secret(password))
    #expect(talk.conversation.question == .review)
    try writer().entered(.secret(Secret("hunter2")), in: talk.conversation)
    #expect(paper.text == "")
  }

  @Test func `when holding turns, a turn is written when the next one begins`() throws {
    let writer = writer(holdsTurns: true)
    let talk = Talk(.rxswift)
    try writer.begin(settings: [])
    #expect(paper.pieces == ["@ transcript 1\n"])
    try writer.bot(.says, "Username?")
    #expect(paper.pieces.count == 1)
    try writer.entered(.text("a"), in: talk.conversation)
    #expect(paper.pieces == ["@ transcript 1\n", "bot> Username?\n"])
    try writer.bot(.accepts, "Fine")
    try writer.end(.quit(.review))
    #expect(
      paper.pieces.last == "you> a\nbot+ Fine\nend> quit exit=2 question=review\n")
  }

  @Test func `a spoilt turn is written as comments, and the next one is not`() throws {
    let writer = writer(holdsTurns: true)
    let talk = Talk(.rxswift)
    try writer.begin(settings: [])
    try writer.bot(.says, "Username?")
    try writer.entered(.text("octodog"), in: talk.conversation)
    try writer.bot(.works, "validating ...")
    writer.spoilTurn()
    try writer.bot(.says, "The check was cancelled.")
    try writer.entered(.text("octopus"), in: talk.conversation)
    try writer.bot(.accepts, "Fine")
    try writer.end(.incomplete(.field(.password)))
    #expect(
      paper.text == """
        @ transcript 1
        bot> Username?
        # you> octodog
        # bot~ validating ...
        # bot> The check was cancelled.
        you> octopus
        bot+ Fine
        end> incomplete exit=2 question=password

        """)
  }

  @Test func `the end is never a comment, even in a spoilt turn`() throws {
    let writer = writer(holdsTurns: true)
    try writer.bot(.works, "validating ...")
    writer.spoilTurn()
    try writer.end(.interrupted(.field(.username)))
    #expect(
      paper.text == "# bot~ validating ...\nend> interrupted exit=130 question=username\n")
  }

  @Test func `a secret named in a spoilt turn can be used again`() throws {
    let writer = writer(holdsTurns: true)
    let talk = Talk.atPassword(.rxswift)
    try writer.begin(settings: [])
    try writer.entered(.secret(Secret("correct horse")), in: talk.conversation)
    writer.spoilTurn()
    try writer.entered(.secret(Secret("correct horse")), in: talk.conversation)
    try writer.end(.quit(.field(.password)))
    let script = try Script(parsing: paper.text.utf8)
    #expect(script.answers.last?.record == .key("password"), "\(paper.text)")
  }

  @Test func `an error while writing is thrown`() {
    struct Full: Error {}
    let writer = TranscriptWriter(seed: 1, holdsTurns: false) { _ in throw Full() }
    #expect(throws: Full.self) { try writer.bot(.says, "a") }
    #expect(throws: Full.self) { try writer.begin(settings: []) }
    #expect(throws: Full.self) { try writer.end(.quit(.review)) }
  }

  @Test(arguments: [true, false])
  func `a transcript ends before a secret, and the rest is discarded`(holdsTurns: Bool) throws {
    let tripwire = Tripwire(keepsAll: false) { "" }
    let password = Secret("correct horse")
    tripwire.watch(password)
    func isBetrayed(by line: OutputLine) -> Bool { tripwire.firstHit(in: line.text) != nil }
    let writer = TranscriptWriter(seed: 1, holdsTurns: holdsTurns, isBetrayed: isBetrayed) {
      [paper] in paper.pieces.append($0.text)
    }
    try writer.bot(.says, "Username?")
    try writer.entered(.text("correct horse"), in: Talk(.simple).conversation)
    try writer.bot(.refuses, "no")
    try writer.end(.quit(.review))
    #expect(writer.isCutShort)
    #expect(
      paper.text == """
        bot> Username?
        # The transcript ends before a secret.
        end> incomplete exit=2 question=username

        """)
  }
}
