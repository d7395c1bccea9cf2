import Accounts
import Conversation
import Secrets
import Testing

/// A manually driven conversation, for tests that need one at a certain question. Every name is
/// available.
struct Talk {
  private(set) var conversation: Conversation

  init(_ policy: Policy, vocabulary: Vocabulary = .english) {
    conversation = Conversation(policy: policy, vocabulary: vocabulary)
    receive(.started)
  }

  /// Returns a conversation at the password.
  static func atPassword(_ policy: Policy, username: String = "octodog") -> Talk {
    var talk = Talk(policy)
    talk.enter(.text(username))
    return talk
  }

  /// Returns a conversation at the repeat.
  static func atRepeat(_ policy: Policy, username: String = "octodog", password: Secret) -> Talk {
    var talk = atPassword(policy, username: username)
    talk.enter(.secret(password))
    return talk
  }

  mutating func enter(_ entry: Entry) {
    receive(.lineEntered(entry))
  }

  private mutating func receive(_ event: Event) {
    for effect in conversation.receive(event) {
      if case .check(_, let id, _) = effect { receive(.checkFinished(id, .available)) }
    }
  }
}
