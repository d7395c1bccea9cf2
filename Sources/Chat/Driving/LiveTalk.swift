import Accounts
import Conversation
import Secrets

/// The conversation, as its frontend sees it while a question is asked.
///
/// Text and verdict are taken in one step: what is returned for a text belongs to that text, and what the
/// service said of an earlier one can't come between.
package final class LiveTalk {
  private var conversation: Conversation
  /// The text that the machine knows of; `nil` if nothing has been typed at the question yet.
  private var typed: String?
  /// What typing has led to, and `perform` does.
  private var due: [Effect] = []
  private let calls: ServiceCalls
  private let mailbox: Mailbox

  init(_ conversation: Conversation, calls: ServiceCalls, mailbox: Mailbox) {
    self.conversation = conversation
    self.calls = calls
    self.mailbox = mailbox
  }

  /// The conversation as it stands.
  package var current: Conversation { conversation }

  /// Takes in what happened.
  ///
  /// - Parameter effects: replaced by the resulting effects.
  func receive(_ event: Event, into effects: inout [Effect]) {
    perform()
    typed = nil
    conversation.receive(event, into: &effects)
  }

  /// The verdict on a username that is being typed. What the service has answered is taken in first.
  /// `perform` must follow, soon.
  ///
  /// For frontends that show it: to be called while the username is asked for, when the text has changed and
  /// when something was delivered.
  package func verdict(onUsername text: String) -> LiveVerdict {
    while let event = mailbox.take() { due += conversation.receive(event) }
    // The same text again would begin its check again.
    if typed.map({ !$0.utf8.elementsEqual(text.utf8) }) ?? true {
      typed = text
      due += conversation.receive(.textEdited(.username, .text(text)))
    }
    return conversation.liveVerdict
  }

  /// Begins and gives up the checks that typing has led to. Not a part of `verdict`, because that has to
  /// be on the screen before another thread is woken.
  package func perform() {
    if due.isEmpty { return }
    for effect in due { calls.perform(effect) }
    due = []
  }

  /// The verdict on a secret that is being typed, which is kept nowhere.
  package func verdict(onSecret secret: SecretBuffer, for field: Field) -> LiveVerdict {
    secret.withUTF8Text { conversation.liveVerdict(on: $0, for: field) }
  }
}
