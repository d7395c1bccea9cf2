import Conversation

/// The items that transcripts have reached.
package struct Reached: Equatable, Sendable {
  package var messages: Set<MessageKey> = []
  package var commands: Set<CommandAtQuestion> = []
  package var rules: Set<PolicyRule> = []
  package var outcomes: Set<String> = []
  package var locales: Set<String> = []
  /// The secrets that are named but never used in an answer.
  package var unusedSecrets: [UnusedSecret] = []
  /// The story of each transcript: its settings, answers and end, without comments and the bot's
  /// lines.
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

package struct UnusedSecret: Hashable, Sendable {
  package let name: String
  package let line: Int
}

package struct Story: Hashable, Sendable {
  package let lines: [String]
  /// The number of the transcript's first line in its file.
  package let line: Int
}
