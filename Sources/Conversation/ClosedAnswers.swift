import Accounts
import Text

/// The answers to a question that accepts only certain words and numbers. A frontend refuses any
/// other line before it is shown, recorded or passed to the conversation, because the line may be a
/// secret that was meant for another question.
package struct ClosedAnswers: Equatable, Sendable {
  /// In lowercase. Includes numbers.
  private let words: [String]
  /// With the slash.
  private let commands: [String]

  /// The message for any other answer.
  package let refusal: MessageKey

  init(words: [String], commands: [String], refusal: MessageKey) {
    self.words = words
    self.commands = commands
    self.refusal = refusal
  }

  /// Whether a line, once entered, is passed to the conversation: it is an answer, empty, or a
  /// command, which may be abbreviated.
  package func takes(_ line: String) -> Bool {
    if isCommand(line) { return mayBecome(line, commands) }
    let line = line.lowercased()
    return line.isEmpty || words.contains { $0.hasSameBytes(as: line) }
  }

  /// Whether typing more at the end of a line can make it an accepted one.
  package func mayBecomeOne(_ line: String) -> Bool {
    isCommand(line) ? mayBecome(line, commands) : mayBecome(line.lowercased(), words)
  }

  private func isCommand(_ line: String) -> Bool { line.utf8.first == UInt8(ascii: "/") }

  private func mayBecome(_ line: String, _ words: [String]) -> Bool {
    var bytes = line.utf8[...]
    if words.contains(where: { $0.utf8.starts(with: bytes) }) { return true }
    // The conversation ignores trailing spaces in a command.
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return isCommand(line) && words.contains { $0.utf8.elementsEqual(bytes) }
  }
}

extension Conversation {
  /// Returns the answers that a question accepts, or `nil` if it accepts any text.
  package func closedAnswers(to question: Question) -> ClosedAnswers? {
    let commands = vocabulary.commands.map { "/" + $0.word }
    switch question {
    case .field(.own(let name)):
      switch policy.question(named: name)?.rule {
      case .choices(let words):
        return ClosedAnswers(
          words: words.map { $0.lowercased() } + (1...words.count).map(String.init),
          commands: commands, refusal: .chooseOne)
      case .accepted:
        return ClosedAnswers(
          words: vocabulary.yes + vocabulary.no, commands: commands, refusal: .yesOrNo)
      case .anything, .email, .sshPublicKey, .pattern, nil: return nil
      }
    case .field(.username), .field(.password), .field(.repeated): return nil
    case .review, .offer, .remember:
      return ClosedAnswers(
        words: vocabulary.yes + vocabulary.no, commands: commands, refusal: .yesOrNo)
    case .choice(let choice):
      let actions = actions(of: choice)
      let words = vocabulary.actions.filter { actions.contains($0.meaning) }.map(\.word)
      return ClosedAnswers(
        words: words + (1...actions.count).map(String.init), commands: commands,
        refusal: .chooseOne)
    }
  }
}
