/// The reasons of the program's own for a verdict on an answer, and for the text after a sign-up. A
/// policy file may name each of them.
package enum VerdictReason: String, Sendable, CaseIterable {
  case usernameAvailable, usernameTaken, accountExists, usernameAcceptable
  case usernameNeedsLettersAndDigits, usernameTooShort, usernameHasToBeLonger, usernameTooLong
  case usernameNeedsLettersDigitsHyphens, usernameHyphensInside
  case usernameNeedsPlainCharacters, usernameStartsWithLetter, usernameMarksInside
  case usernameReserved, invalidUsername
  case passwordAcceptable, passwordTooShort, passwordHasToBeLonger, passwordTooLong
  case passwordNeedsCapital, passwordGitHub, passwordCommon, passwordNearUsername, invalidPassword
  case passwordRepeated, passwordDifferent, passwordsMustBeSame
  case tooShort
  case wonderful, mockSignedUp
  case answerAcceptable, answerHasControlCharacter, tooLong, yesNeeded, choiceUnknown
  case emailNeedsOneAt, emailNeedsName, emailNeedsDomain, emailHasSpace, emailTooLong
  case sshKeyNeedsType, sshKeyHasOptions, sshKeyTypeUnknown, sshKeyTypeDiffers, sshKeyDamaged
  case sshKeyTooShort, sshKeyIsDSA, sshKeyIsCertificate, sshKeyIsPrivate
  case patternDiffers, patternTookTooLong

  /// The reasons whose texts name a limit.
  static let withLimit: Set<VerdictReason> = [
    .usernameTooShort, .usernameHasToBeLonger, .usernameTooLong, .passwordTooShort,
    .passwordHasToBeLonger, .passwordTooLong, .tooShort, .tooLong, .emailTooLong, .sshKeyTooShort,
  ]
}

/// How a verdict is put into words: by a reason, whose words the conversation has, or in the words
/// of a user's own policy.
package enum Wording: Hashable, Sendable {
  case reason(VerdictReason)
  /// By locale. English is used for a locale that is missing.
  case texts([String: String])
}
