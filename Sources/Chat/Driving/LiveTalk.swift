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
    /// What typing has led to, and `perform` does.
    var due: [Effect] = []
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

  /// Looks at the conversation as it stands, without a copy of all of it.
  package func look<Answer: Sendable>(_ body: (Conversation) -> Answer) -> Answer {
    state.withLock { body($0.conversation) }
  }

  /// Takes in what happened.
  ///
  /// - Parameter effects: what it leads to, in place of what was there.
  func receive(_ event: Event, into effects: inout [Effect]) {
    perform()
    state.withLock { state in
      state.typed = nil
      state.conversation.receive(event, into: &effects)
    }
  }

  /// The verdict on a username that is being typed. What the service has answered is taken in first.
  /// `perform` is to follow, soon.
  ///
  /// To be called while the username is asked for, when the text has changed and when something was
  /// delivered; from any thread, by one at a time.
  package func verdict(onUsername text: String) -> LiveVerdict {
    state.withLock { state in
      while let event = mailbox.take() { state.due += state.conversation.receive(event) }
      // The same text again would begin its check again.
      if state.typed.map({ !$0.utf8.elementsEqual(text.utf8) }) ?? true {
        state.typed = text
        state.due += state.conversation.receive(.textEdited(.username, .text(text)))
      }
      return state.conversation.liveVerdict
    }
  }

  /// Begins and gives up the checks that typing has led to. Not a part of `verdict`, because that has to
  /// be on the screen before other threads are woken.
  package func perform() {
    let due = state.withLock { state -> [Effect]? in
      if state.due.isEmpty { return nil }
      defer { state.due = [] }
      return state.due
    }
    guard let due else { return }
    for effect in due {
      switch effect {
      case .check(let username, let id, let debounced):
        calls.check(username, id, debounced: debounced)
      case .cancel(let id): calls.cancel(id)
      case .hurry(let id): calls.endPause(id)
      // Typing says nothing, and asks for nothing but checks.
      case .ask, .say, .signUp, .signIn, .remember, .open, .outputsChanged, .finish: break
      }
    }
  }

  /// The verdict on a secret that is being typed, which is kept nowhere.
  package func verdict(onSecret secret: SecretBuffer, for field: Field) -> LiveVerdict {
    state.withLock { state in
      secret.withUTF8Text { state.conversation.liveVerdict(on: $0, for: field) }
    }
  }
}
