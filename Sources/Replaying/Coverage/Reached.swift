import Accounts
import Conversation

/// What transcripts have reached of all that a conversation can come to.
package struct Reached: Equatable, Sendable {
  package var messages: Set<MessageKey> = []
  package var commands: Set<CommandAtQuestion> = []
  package var rules: Set<PolicyRule> = []
  package var outcomes: Set<String> = []
  package var locales: Set<String> = []
  /// Secrets that are named and never given, as `NAME` at their lines.
  package var unusedSecrets: [UnusedSecret] = []
  /// What each transcript plays: its settings, its answers and its end, without comments and without
  /// what the bot says.
  package var stories: [Story] = []

  package init() {}

  package mutating func formUnion(_ other: Reached) {
    messages.formUnion(other.messages)
    commands.formUnion(other.commands)
    rules.formUnion(other.rules)
    outcomes.formUnion(other.outcomes)
    locales.formUnion(other.locales)
    unusedSecrets += other.unusedSecrets
    stories += other.stories
  }
}

/// A command given at a question.
package struct CommandAtQuestion: Hashable, Sendable {
  package let command: Command
  package let question: Question
}

/// One way in which a policy says no.
package struct PolicyRule: Hashable, Sendable {
  package let policy: String
  /// The answer that it judges.
  package let field: Field
  /// Counted from 1, in the policy's order. The last are *taken* for a username and *different* for a
  /// repeat.
  package let number: Int
}

package struct UnusedSecret: Hashable, Sendable {
  package let name: String
  package let line: Int
}

package struct Story: Hashable, Sendable {
  package let lines: [String]
  /// Where it begins in its file.
  package let line: Int
}
