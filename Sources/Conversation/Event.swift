import Accounts
import Secrets

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

/// Typed input.
package enum Entry: Equatable, Sendable {
  case text(String)
  case secret(Secret)

  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .secret(let secret): secret.isEmpty
    }
  }
}

/// Identifies one check, to tell a late result from a current one.
package struct CheckID: Hashable, Sendable {
  package let number: Int
}

/// The result of opening a page.
package enum OpenResult: Equatable, Sendable {
  case opened(String)
  /// Nothing can open the page here, so the link is printed.
  case printed(String)
  case noPage
}
