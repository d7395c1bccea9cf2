import Accounts
import Conversation

extension Message {
  /// A shorter message with the same meaning, or `nil` if there is none.
  var brief: Message? {
    switch key {
    case .usernameNeedsPlainCharacters: Message(.briefPlainCharacters)
    case .usernameNeedsLettersDigitsHyphens: Message(.briefLettersDigitsHyphens)
    case .usernameHyphensInside: Message(.briefHyphensInside)
    case .usernameMarksInside: Message(.briefMarksInside)
    case .needsEither, .needsTogether: Message(key, values.mapValues(Self.briefParts))
    default: nil
    }
  }

  /// The message as an item of a checklist, where it is clear what it is about.
  var briefItem: Message {
    switch key {
    case .needsCharacters, .hintCharacters: Message(.briefCharacters, values)
    case .needsUncommon, .hintUncommon: Message(.briefUncommon)
    default: brief ?? self
    }
  }

  /// Like `briefItem`, but of two alternatives only the first, which is enough.
  var briefestItem: Message {
    if key == .needsEither, case .message(let first)? = values["first"] {
      return first.briefestItem
    }
    return briefItem
  }

  /// The message as a part of another one, too short to be clear on its own.
  private var briefPart: Message {
    switch key {
    case .needsCharacters: Message(.briefCharacters, values)
    case .needsCapital: Message(.briefCapital)
    case .needsLowercase: Message(.briefLowercase)
    case .needsDigit: Message(.briefDigit)
    default: brief ?? self
    }
  }

  private static func briefParts(_ value: Value) -> Value {
    switch value {
    case .message(let message): .message(message.briefPart)
    case .list(let messages): .list(messages.map(\.briefPart))
    case .text, .count: value
    }
  }
}
