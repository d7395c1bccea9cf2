import Text

/// Why some bytes are not an answer.
package enum MalformedInput: String, Error, Sendable, CaseIterable {
  case invalidUTF8 = "invalid-utf8"
  case nul
  case controlCharacter = "control-character"
  /// Longer than 64 KiB.
  case tooLong = "too-long"
  /// At the review, where bare input may contain one line too many.
  case notYesOrNo = "not-yes-or-no"
  /// In bare input, where a username that isn't one word may be the line of a table.
  case severalValues = "several-values"
  /// In bare input, where a username that contains a secret may be one.
  case nameIsSecret = "name-is-secret"
  /// In bare input, where lines that are shifted have a repeat that differs from the password.
  case repeatDiffers = "repeat-differs"
  /// In bare input, where too many lines may be those of another person.
  case tooManyLines = "too-many-lines"
  /// In bare input, where an answer that contains a secret may be one.
  case answerIsSecret = "answer-is-secret"
  /// In bare input, where the lines after the first of a private key would be the next answers.
  case privateKey = "private-key"

  package var message: MessageKey {
    switch self {
    case .invalidUTF8: .invalidUTF8
    case .nul: .nulByte
    case .controlCharacter: .controlCharacter
    case .tooLong: .lineTooLong
    case .notYesOrNo: .lastLineUnclear
    case .severalValues: .severalValues
    case .nameIsSecret: .nameIsSecret
    case .repeatDiffers: .repeatDiffers
    case .tooManyLines: .tooManyLines
    case .answerIsSecret: .answerHasPassword
    case .privateKey: .sshKeyIsPrivate
    }
  }

  /// Whether a line is refused because of others, which may be lines of another person.
  package var concernsOthers: Bool {
    switch self {
    case .invalidUTF8, .nul, .controlCharacter, .tooLong: false
    case .notYesOrNo, .severalValues, .nameIsSecret, .repeatDiffers, .tooManyLines,
      .answerIsSecret, .privateKey:
      true
    }
  }
}

extension MalformedInput {
  /// The length limit of a line, in bytes of UTF-8, without the newline.
  package static var longestLine: Int { 65_536 }

  /// Returns what is wrong with a line's scalars, or `nil` if nothing is. Control characters are
  /// those of Unicode's category Cc.
  package static func find(in text: UTF8Text) -> MalformedInput? {
    // Almost all lines are printable ASCII, which can be checked without decoding.
    if text.isPrintableASCII { return nil }
    for scalar in text {
      if scalar == "\0" { return .nul }
      if scalar.isControl { return .controlCharacter }
    }
    return nil
  }
}
