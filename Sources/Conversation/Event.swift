import Accounts
import Secrets

/// What was typed.
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

/// Names one check, so that a late verdict can be told from a current one.
package struct CheckID: Hashable, Sendable {
  package let number: Int
}

/// Something that happened.
package enum Event: Equatable, Sendable {
  case started
  case lineEntered(Entry)
  /// The text of a field changed while it is being typed.
  case textEdited(Field, Entry)
  /// A command given by a key or a button rather than by a line, with what was half typed.
  case commandGiven(Command, halfTyped: Entry?)
  /// A program's sign-up button; a conversation asks at the review instead.
  case signUpRequested
  case checkFinished(CheckID, Availability)
  case signUpFinished(CheckID, SignUpResult)
  case signInFinished(CheckID, SignInResult)
  /// The service says something while the call of this id goes on.
  case serviceNoted(CheckID, Message)
  case openFinished(OpenResult)
  /// Whether who signed in could be kept.
  case rememberFinished(Bool)
  /// Ctrl-C.
  case interrupted
  case inputEnded
  /// Bytes that are no line of text, in a stream that can't be asked again.
  case inputMalformed(MalformedInput)
}

/// How opening a page went.
package enum OpenResult: Equatable, Sendable {
  case opened(String)
  /// Nothing can open it here, so the link is to be said.
  case printed(String)
  case noPage
}

/// Why bytes are no answer.
package enum MalformedInput: String, Error, Sendable, CaseIterable {
  case invalidUTF8 = "invalid-utf8"
  case nul
  case controlCharacter = "control-character"
  /// Over 64 KiB.
  case tooLong = "too-long"
  /// At the review, where bare input may have a line too many.
  case notYesOrNo = "not-yes-or-no"

  package var message: MessageKey {
    switch self {
    case .invalidUTF8: .invalidUTF8
    case .nul: .nulByte
    case .controlCharacter: .controlCharacter
    case .tooLong: .lineTooLong
    case .notYesOrNo: .yesOrNo
    }
  }
}

extension MalformedInput {
  /// The longest line, in bytes of UTF-8 without its newline.
  package static var longestLine: Int { 65_536 }

  /// What is wrong with a line's scalars; nil for nothing. Control characters are Unicode's Cc.
  package static func find(in text: UTF8Text) -> MalformedInput? {
    // Nearly all lines are plain, and are seen to be without being decoded.
    if text.isPrintableASCII { return nil }
    for scalar in text {
      if scalar == "\0" { return .nul }
      if scalar.isControl { return .controlCharacter }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// General category Cc, whose members are fixed for ever (the Unicode Standard, 23.1).
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
