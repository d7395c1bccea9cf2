import Accounts
import Conversation
import Secrets
import Synchronization

/// The conversation, shared by its driver and by whoever watches an answer being typed.
///
/// Text and verdict are taken in one step: what is returned for a text belongs to that text, and what the
/// service said of an earlier one can't come between.
package final class LiveTalk: Sendable {
  private struct State {
    var conversation: Conversation
    /// The text that the machine knows of; nil where nothing has been typed at the question yet.
    var typed: String?
  }

  private let state: Mutex<State>
  private let calls: ServiceCalls
  private let mailbox: Mailbox

  init(_ conversation: Conversation, calls: ServiceCalls, mailbox: Mailbox) {
    state = Mutex(State(conversation: conversation))
    self.calls = calls
    self.mailbox = mailbox
  }

  /// The conversation as it stands.
  package var current: Conversation { state.withLock { $0.conversation } }

  func receive(_ event: Event) -> [Effect] {
    state.withLock { state in
      state.typed = nil
      return state.conversation.receive(event)
    }
  }

  /// The verdict on a username that is being typed. What the service has answered is taken in first.
  ///
  /// To be called while the username is asked for, when the text has changed and when something was
  /// delivered; from any thread, by one at a time.
  package func verdict(onUsername text: String) -> LiveVerdict {
    let (verdict, effects) = state.withLock { state in
      var effects: [Effect] = []
      while let event = mailbox.take() { effects += state.conversation.receive(event) }
      // The same text again would begin its check again.
      if state.typed.map({ !$0.utf8.elementsEqual(text.utf8) }) ?? true {
        state.typed = text
        effects += state.conversation.receive(.textEdited(.username, .text(text)))
      }
      return (state.conversation.liveVerdict, effects)
    }
    perform(effects)
    return verdict
  }

  /// The verdict on a secret that is being typed, which is kept nowhere.
  package func verdict(onSecret secret: SecretBuffer, for field: Field) -> LiveVerdict {
    state.withLock { state in
      secret.withUTF8Text { state.conversation.liveVerdict(on: $0, for: field) }
    }
  }

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .check(let username, let id, let debounced):
        calls.check(username, id, debounced: debounced)
      case .cancel(let id): calls.cancel(id)
      case .hurry(let id): calls.endPause(id)
      // Typing says nothing, and asks for nothing but checks.
      case .ask, .say, .signUp, .open, .outputsChanged, .finish: break
      }
    }
  }
}
