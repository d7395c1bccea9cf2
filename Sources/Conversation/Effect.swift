import Accounts

/// What the driver is to do, in order. Plain data: nothing is closed over.
package enum Effect: Equatable, Sendable {
  /// Put a question; its answer comes as an event.
  case ask(Prompt)
  case say(Utterance)
  /// Ask the service about a name. `debounced`: only after typing has paused.
  case check(Username, CheckID, debounced: Bool)
  /// The check of this id, begun while typing, is waited for now: it need not wait for a pause.
  case hurry(CheckID)
  /// Give up the check or the sign-up of this id; nothing of it is wanted any more.
  case cancel(CheckID)
  case signUp(Registration, CheckID)
  case signIn(Credentials, CheckID)
  /// Keep who signed in, for the next time.
  case remember(Username)
  /// Open the account's page, or the sign-up page for nil.
  case open(Username?)
  /// The outputs changed while typing.
  case outputsChanged
  case finish(Outcome)
}

/// One thing said, and in what tone.
package struct Utterance: Hashable, Sendable {
  package let tone: Tone
  package let message: Message

  package init(_ tone: Tone, _ message: Message) {
    self.tone = tone
    self.message = message
  }

  package init(_ tone: Tone, _ key: MessageKey, _ values: Message.Values = [:]) {
    self.init(tone, Message(key, values))
  }
}

package enum Tone: Sendable, CaseIterable {
  case says
  /// Work is under way.
  case works
  case accepts
  case refuses
}

/// How a conversation ended.
package enum Outcome: Equatable, Sendable {
  case signedUp(Username)
  case signedIn(Username)
  /// The service or the policy said no to the last answer.
  case refused(Question)
  /// Input ended before the end.
  case incomplete(Question)
  case quit(Question)
  /// The service can't be reached, and nobody is there to try again.
  case unreachable(Question)
  /// The service or its store can't be used until whoever runs the program has mended something.
  case unusable(Question)
  case malformed(MalformedInput, Question)
  case interrupted(Question)
}
