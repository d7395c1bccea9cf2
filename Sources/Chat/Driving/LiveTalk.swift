import Accounts
import Conversation
import Secrets

/// The conversation as its frontend sees it while a question is open.
///
/// A text and its verdict are exchanged in one call, so a verdict always belongs to the text it was
/// requested for, never to an earlier one.
package final class LiveTalk {
  private var conversation: Conversation
  /// The text last passed to the machine, or `nil` if nothing has been typed at this question.
  private var typed: String?
  /// The effects of typing, which `perform` performs.
  private var due: [Effect] = []
  private let calls: ServiceCalls
  private let mailbox: Mailbox
  private let suggestions: Suggestions
  /// The taken name for which `perform` looks up others, or `nil` if there is none.
  private var nameToReplace: Username?

  init(
    _ conversation: Conversation, calls: ServiceCalls, mailbox: Mailbox, suggestions: Suggestions
  ) {
    self.conversation = conversation
    self.calls = calls
    self.mailbox = mailbox
    self.suggestions = suggestions
  }

  /// The current state of the conversation.
  package var current: Conversation { conversation }

  /// Passes an event to the machine, and returns its effects.
  func receive(_ event: Event) -> [Effect] {
    perform()
    typed = nil
    suggestions.cancel()
    return conversation.receive(event)
  }

  /// Returns the verdict on an answer that is being typed and is no secret. The verdict on a username
  /// includes the service's latest answer.
  ///
  /// Call this while the field is being asked for, whenever the text changes or an event is
  /// delivered. Call `perform` soon afterwards.
  package func verdict(on text: String, for field: Field) -> LiveVerdict {
    while let event = mailbox.take() { due += conversation.receive(event) }
    // Passing the same text again would restart its check.
    if typed.map({ !$0.utf8.elementsEqual(text.utf8) }) ?? true {
      typed = text
      if !text.isEmpty { suggestions.cancel() }
      due += conversation.receive(.textEdited(field, .text(text)))
    }
    return conversation.liveVerdict(on: field)
  }

  /// Returns free names to suggest on the empty line after a name was reported as taken, as far as
  /// they have been found. `perform` starts the look-ups, and each name that is found wakes the
  /// frontend.
  package func suggestedNames() -> [Username] {
    guard let name = conversation.nameToReplace else { return [] }
    nameToReplace = name
    return suggestions.found(like: name)
  }

  /// Starts and cancels the checks and look-ups that typing calls for.
  ///
  /// This is separate from `verdict` so that the screen can be updated before another thread wakes.
  package func perform() {
    if let name = nameToReplace {
      nameToReplace = nil
      suggestions.lookUp(conversation.policy.names(like: name), like: name)
    }
    if due.isEmpty { return }
    for effect in due { calls.perform(effect) }
    due = []
  }

  /// Returns the verdict on a secret that is being typed, without storing the secret.
  package func verdict(onSecret secret: SecretBuffer, for field: Field) -> LiveVerdict {
    secret.withUTF8Text { conversation.liveVerdict(on: $0, for: field) }
  }
}
