import Conversation

/// A command given at a question.
package struct CommandAtQuestion: Hashable, Sendable {
  package let command: Command
  package let question: Question
}
