import Foundation
import Testing

/// A secret typed or pasted at a question that takes only a few words or numbers.
@Suite(.ownThreads)
struct ClosedQuestionTests {
  static let secret = "yxqzv-kjwp-fmgh-ty91"
  static let yesOrNo = "Please say yes or no."
  static let chooseOne = "Please answer with one of the numbers or words."

  /// A closed question, and the words that refuse a line that does not answer it.
  enum Place: String, CaseIterable {
    case review, afterNo, afterFailure

    var refusal: String { self == .review ? yesOrNo : chooseOne }

    /// - Parameter option: `--plain`, which shows no default, or "".
    func prompt(_ option: String = "") -> String {
      switch self {
      case .review: "Sign up as octodog? " + (option == "--plain" ? "(yes/no)" : "(Y/n)")
      case .afterNo: "What now? (1 edit, 2 restart, 3 quit)"
      case .afterFailure: "What now? (1 retry, 2 edit, 3 quit)"
      }
    }

    func reach(_ options: String = "") throws -> TestTerminal {
      let failures = self == .afterFailure ? "1/1" : "0/1"
      let terminal = try TestTerminal(
        "exec $BOT --mock-latency 0s --mock-failures \(failures) --seed 1 --record $HOME/r.chat "
          + options)
      try terminal.answer([
        "Username?": "octodog", "Password?": "Secret12", "Password again?": "Secret12",
      ])
      try terminal.waitForLine(Place.review.prompt(options))
      switch self {
      case .review: return terminal
      case .afterNo: terminal.enter("no")
      case .afterFailure: terminal.enter("yes")
      }
      try terminal.waitForLine(prompt(options))
      return terminal
    }

    func checkNothingIsKept(_ terminal: TestTerminal) throws {
      terminal.type("\u{4}")
      _ = try terminal.waitForChange()
      #expect(terminal.mode == terminal.before)
      for part in ["xqzv", "kjwp", "fmgh", "ty91"] {
        #expect(!terminal.bytes.contains(part))
        #expect(try !terminal.scratch.text("r.chat").contains(part))
      }
      #expect(try !terminal.scratch.text("r.chat").contains(refusal))
    }
  }

  @Test(arguments: Place.allCases, ["", "--plain"])
  func `F84 a secret typed at a closed question is neither shown nor recorded`(
    place: Place, option: String
  ) throws {
    let terminal = try place.reach(option)
    try terminal.enter(Self.secret, thenWaitFor: place.prompt(option))
    #expect(try terminal.story().contains(squeezed(place.refusal)))
    try place.checkNothingIsKept(terminal)
  }

  @Test(arguments: Place.allCases)
  func `F84 a secret pasted at a closed question is neither shown nor recorded`(place: Place) throws
  {
    let terminal = try place.reach()
    terminal.type("\u{1B}[200~" + Self.secret + "\u{1B}[201~")
    // The line doesn't always have room for the whole refusal.
    try terminal.wait(for: "the hint") { try terminal.lines().last?.contains("✗") == true }
    try terminal.enter("", thenWaitFor: place.prompt())
    try place.checkNothingIsKept(terminal)
  }

  @Test func `an editing key after a refused key starts the answer again`() throws {
    let terminal = try Place.review.reach()
    terminal.type("yx")
    try terminal.waitForText("✗ " + Self.yesOrNo)
    terminal.type("\u{7F}")
    try terminal.wait(for: "no hint") {
      try !squeezed(terminal.lines().joined()).contains(squeezed(Self.yesOrNo))
    }
    terminal.enter("yes")
    try terminal.expectRestored(after: .exited(0))
  }

  @Test func `a command can be given at a closed question`() throws {
    let terminal = try Place.review.reach()
    terminal.enter("/back")
    try terminal.waitForLine("Password again? (an empty line keeps it)")
    try Place.review.checkNothingIsKept(terminal)
  }
}
