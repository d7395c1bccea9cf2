import Conversation

/// A transcript that is being replayed.
package struct ScriptConversation {
  private let frontend: ScriptFrontend
  private let driver: Driver
  private let answers: Int
  /// Compares the transcript with the conversation; `nil` if it need not agree.
  package let check: ScriptCheck?

  init(
    _ frontend: ScriptFrontend, _ driver: Driver, answers: Int, _ check: ScriptCheck?
  ) {
    self.frontend = frontend
    self.driver = driver
    self.answers = answers
    self.check = check
  }

  /// Runs the conversation to its end.
  package func run() throws -> ScriptRun.Result {
    let outcome = try driver.run()
    let conversation = driver.conversation
    return ScriptRun.Result(
      outcome: outcome, unusedAnswers: answers - frontend.answersUsed,
      username: conversation.nameGiven, consequence: conversation.consequence,
      complaints: conversation.complaints)
  }

  /// The current state: the final one after `run`, or the one in which the run broke off.
  package var state: Conversation { driver.conversation }
}
