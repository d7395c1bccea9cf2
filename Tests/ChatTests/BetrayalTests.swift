import Accounts
import Secrets
import Testing
import Transcripts

@testable import Chat
@testable import Conversation

/// Which records would betray a secret.
struct BetrayalTests {
  private let catalogue = Catalogue.english

  private func tripwire(_ secret: String, heard: [String] = ["dee"]) -> Tripwire {
    let tripwire = Tripwire(keepsAll: true) {
      [Catalogue.everyText, Tripwire.grammar].joined(separator: "\n")
    }
    for text in heard { tripwire.hear(text) }
    tripwire.watch(Secret(secret))
    return tripwire
  }

  private func bot(_ message: Message) -> OutputLine {
    OutputLine(.bot(.says, catalogue.words(for: message)), .said(message))
  }

  private static let name = Message.Value.text("dee")

  /// All that a sign-up of dee writes.
  private var harmlessLines: [OutputLine] {
    let review = Message(
      .reviewAnswer,
      [
        "label": .message(Message(.labelUsername)), "value": Self.name,
        "verdict": .list([Message(.usernameAvailable)]),
      ])
    let page = Message(
      .signedUpWithPage, ["username": Self.name, "page": .text("https://example.com/dee")])
    return [
      OutputLine(.you("dee")), OutputLine(.you("yes")), OutputLine(.key("password-2")),
      OutputLine(.secret(name: "password", .strong)), bot(Message(.validating)), bot(review),
      bot(Message(.confirmSignUp, ["username": Self.name])), bot(page),
      bot(Message(.tooManyFailures, ["seconds": .count(30)])),
      OutputLine(.end(Outcome.signedUp(Username("dee")).ending)),
    ]
  }

  @Test(arguments: [
    "you> yes", "you> dee", "Sign up as dee", "as dee? (yes/no)", "Username: dee (Username",
    "bot> validating", "end> signed-up", "exit=0 username=dee", "key> pass", "@ secret password",
    "example.com/dee", "up as dee: https", "try again in 30 seconds", "{\"record\":\"bot\"", "true",
    "outputs",
  ])
  func `a secret that stands in the fixed words and in what was said openly is not betrayed`(
    secret: String
  ) {
    let tripwire = tripwire(secret)
    tripwire.expect(forAnswer: { "https://example.com/" + $0 })
    for line in harmlessLines {
      #expect(!tripwire.isBetrayed(by: line, catalogue), "\(line.text)")
    }
  }

  /// With quotes, a backslash, braces and a control character of Unicode, which formats escape.
  @Test(arguments: [
    "hunter22", #"a"b\c/d"#, "a{{b:word}}c", "a\u{202E}bcd", "漢字密码", "you> yes", "Error 0",
  ])
  func `a secret in what comes from outside is betrayed, in whatever format`(secret: String) {
    let tripwire = tripwire(secret)
    let text = "x" + secret + "y"
    let question = Prompt(
      question: .field(.username), message: Message(.askUsername), initial: .text(text),
      pause: nil)
    let refusal = Message(.serviceRefused, ["why": .text(text)])
    let lines = [
      OutputLine(.you(text)), OutputLine(.comment("# " + text)), OutputLine(.key(text)),
      OutputLine(.secret(name: "password", .like(text))), OutputLine(.bot(.says, text)),
      OutputLine(.setting(key: "mock-taken", value: text)), bot(refusal),
      bot(Message(.choose, ["actions": .list([refusal])])),
      OutputLine(.bot(.says, "Username?"), .asked(question)),
      OutputLine(.end(Outcome.signedUp(Username(text)).ending)),
    ]
    for line in lines { #expect(tripwire.isBetrayed(by: line, catalogue), "\(line.text)") }
    let outputs = Outputs(
      validatedUsername: .failed([refusal]), validatedPassword: .empty,
      validatedPasswordRepeated: .empty, answers: [:], signupEnabled: false, signingUp: false,
      signedUp: false)
    #expect(tripwire.isBetrayed(by: .outputs(outputs), catalogue))
  }

  @Test func `the words around a text from outside are searched with it`() {
    let tripwire = tripwire("refuses: xqzv")
    let message = Message(.serviceRefused, ["why": .text("xqzv")])
    #expect(tripwire.isBetrayed(by: bot(message), catalogue))
  }

  @Test func `the last line has no name that would betray a secret`() {
    let outcome = Outcome.signedUp(Username("hunter22"))
    #expect(tripwire("hunter22").end(outcome).text == "end> signed-up exit=0")
    #expect(tripwire("hunter23").end(outcome).text == "end> signed-up exit=0 username=hunter22")
  }

  @Test func `a line from outside that betrays a secret is left out, and fits what was there`() {
    let line = OutputLine(.bot(.accepts, "hunter22"))
    #expect(
      line.standIns.map(\.text) == [
        "bot+ {{hidden:rest}}", "# The transcript ends before a secret.",
      ])
    #expect(
      OutputLine(.you("hunter22")).standIns.map(\.text) == [
        "# The transcript ends before a secret."
      ])
  }
}
