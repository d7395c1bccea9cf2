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
