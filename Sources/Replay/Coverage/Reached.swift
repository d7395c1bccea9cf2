import Conversation

/// The items that transcripts have reached.
package struct Reached: Equatable, Sendable {
  package var messages: Set<MessageKey> = []
  package var commands: Set<CommandAtQuestion> = []
  package var rules: Set<PolicyRule> = []
  /// What there is to reach of the operator's own questions, in their order, and what was reached.
  package var formItems: [FormItem] = []
  package var formItemsReached: Set<FormItem> = []
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
    let known = Set(formItems)
    formItems += other.formItems.filter { !known.contains($0) }
    formItemsReached.formUnion(other.formItemsReached)
    outcomes.formUnion(other.outcomes)
    locales.formUnion(other.locales)
    unusedSecrets += other.unusedSecrets
    stories += other.stories
  }
}
