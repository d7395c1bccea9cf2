import Accounts

/// Something that happened.
package enum Event: Equatable, Sendable {
  case started
  case lineEntered(Entry)
  /// The text of a field changed during typing.
  case textEdited(Field, Entry)
  /// A command that comes from a key or a button rather than a line, with the half-typed answer.
  case commandGiven(Command, halfTyped: Entry?)
  /// A program's sign-up button was pressed. A conversation asks at the review instead.
  case signUpRequested
  case checkFinished(CheckID, Availability)
  case signUpFinished(CheckID, SignUpResult)
  case signInFinished(CheckID, SignInResult)
  /// The service posted a notice during the call with this ID.
  case serviceNoted(CheckID, Message)
  case openFinished(OpenResult)
  /// Whether the user could be remembered.
  case rememberFinished(Bool)
  /// Ctrl-C.
  case interrupted
  case inputEnded
  /// Bytes that are not a line of text, in a stream that can't be asked again.
  case inputMalformed(MalformedInput)
}
