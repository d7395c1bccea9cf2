import Foundation
import Testing

/// A secret that is typed or pasted where a question takes only a few words or numbers.
@Suite(.ownThreads)
struct ClosedQuestionTests {
  static let secret = "yxqzv-kjwp-fmgh-ty91"
  static let yesOrNo = "Please say yes or no."
  static let chooseOne = "Please give one of the numbers or words."

  /// Where the conversation stands, and what is said there of a line that is no answer.
  enum Place: String, CaseIterable {
    case review, afterNo, afterFailure

    var refusal: String { self == .review ? yesOrNo : chooseOne }

    func reach(_ scratch: Scratch, _ options: String = "") throws -> TestTerminal {
      let failures = self == .afterFailure ? "1/1" : "0/1"
      let terminal = try TestTerminal(
        "exec $BOT --mock-latency 0s --mock-failures \(failures) --seed 1 --record $HOME/r.chat "
          + options, scratch: scratch)
      try terminal.waitForLine("Username?")
      terminal.enter("octodog")
      try terminal.waitForLine("Password?")
      terminal.enter("Secret12")
      try terminal.waitForLine("Password again?")
      terminal.enter("Secret12")
      try terminal.waitForLine("(yes/no)")
      switch self {
      case .review: return terminal
      case .afterNo: terminal.enter("no")
      case .afterFailure: terminal.enter("yes")
      }
      try terminal.wait(for: "the choice") {
        try terminal.mode.isRaw && terminal.lines().last?.contains("quit") == true
      }
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
    try Scratch.with { scratch in
      let terminal = try place.reach(scratch, option)
      terminal.enter(Self.secret)
      try terminal.waitForText(place.refusal)
      try place.checkNothingIsKept(terminal)
    }
  }

  @Test(arguments: Place.allCases)
  func `F84 a secret pasted at a closed question is neither shown nor recorded`(place: Place) throws
  {
    try Scratch.with { scratch in
      let terminal = try place.reach(scratch)
      terminal.type("\u{1B}[200~" + Self.secret + "\u{1B}[201~")
      try terminal.waitForText("✗ " + place.refusal)
      terminal.enter("")
      try place.checkNothingIsKept(terminal)
    }
  }

  @Test func `after a key that led nowhere, an editing key begins the answer anew`() throws {
    try Scratch.with { scratch in
      let terminal = try Place.review.reach(scratch)
      terminal.type("yx")
      try terminal.waitForText("✗ " + Self.yesOrNo)
      terminal.type("\u{7F}")
      try terminal.wait(for: "no hint") {
        try !squeezed(terminal.lines().joined()).contains(squeezed(Self.yesOrNo))
      }
      terminal.enter("yes")
      #expect(try terminal.waitForChange() == .exited(0))
      #expect(terminal.mode == terminal.before)
    }
  }

  @Test func `a command can be given at a closed question`() throws {
    try Scratch.with { scratch in
      let terminal = try Place.review.reach(scratch)
      terminal.enter("/back")
      try terminal.waitForLine("Password again?")
      try Place.review.checkNothingIsKept(terminal)
    }
  }
}
