import Accounts

/// Something for the driver to do, in order. Effects are plain data and contain no closures.
package enum Effect: Equatable, Sendable {
  /// Ask a question. The answer arrives as an event.
  case ask(Prompt)
  case say(Utterance)
  /// Ask the service about a name. If `debounced`, only after a pause in typing.
  case check(Username, CheckID, debounced: Bool)
  /// Stop debouncing the check with this ID: it began during typing, and the user now waits for it.
  case hurry(CheckID)
  /// Cancel the check, sign-up or sign-in with this ID. Its result is no longer needed.
  case cancel(CheckID)
  case signUp(Registration, CheckID)
  case signIn(Credentials, CheckID)
  /// Remember the user who signed in, for the next run.
  case remember(Username)
  /// Open the page of the account, or the sign-up page if the name is `nil`.
  case open(Username?)
  /// The outputs changed during typing.
  case outputsChanged
  case finish(Outcome)
}

/// A message and its tone.
package struct Utterance: Hashable, Sendable {
  package let tone: Tone
  package let message: Message

  package init(_ tone: Tone, _ message: Message) {
    self.tone = tone
    self.message = message
  }
}

package enum Tone: Sendable, CaseIterable {
  case says
  /// Work is in progress.
  case works
  case accepts
  case refuses
}

/// How a conversation ended.
package enum Outcome: Equatable, Sendable {
  case signedUp(Username)
  case signedIn(Username)
  /// The service or the policy refused the last answer.
  case refused(Question)
  /// The input ended early.
  case incomplete(Question)
  case quit(Question)
  /// The service can't be reached, and no one is there to try again.
  case unreachable(Question)
  /// The service or its store can't be used until the operator fixes something.
  case unusable(Question)
  case malformed(MalformedInput, Question)
  case interrupted(Question)
}
