/// Every text that the bot can say. One list, so that a catalogue can be held against it whole.
package enum MessageKey: String, Sendable, CaseIterable {
  // Verdicts.
  case validating
  case usernameAvailable, usernameTaken, accountExists, usernameAcceptable
  case usernameNeedsLettersAndDigits, usernameTooShort, usernameHasToBeLonger, usernameTooLong
  case usernameNeedsLettersDigitsHyphens, usernameHyphensInside
  case usernameNeedsPlainCharacters, usernameStartsWithLetter, usernameMarksInside
  case usernameReserved, invalidUsername
  case passwordAcceptable, passwordTooShort, passwordHasToBeLonger, passwordTooLong
  case passwordNeedsCapital, passwordGitHub, passwordCommon, passwordNearUsername, invalidPassword
  case passwordRepeated, passwordDifferent, passwordsMustBeSame
  case tooShort
  case serviceFailed
  /// Words that a user's policy brings along.
  case custom

  /// What a policy's file may name: the verdicts of the answers, and how a sign-up went.
  static let verdicts = Set(allCases.prefix { $0 != .serviceFailed })
    .subtracting([.validating]).union([.wonderful, .mockSignedUp])

  /// The verdicts whose words name a limit.
  static let withLimit: Set<MessageKey> = [
    .usernameTooShort, .usernameHasToBeLonger, .usernameTooLong, .passwordTooShort,
    .passwordHasToBeLonger, .passwordTooLong, .tooShort,
  ]

  // A password's rules in a few words, and how far its repeat agrees, while they are typed.
  case needsCharacters, needsBytes, needsFewerCharacters, needsFewerBytes
  case needsCapital, needsLowercase, needsDigit, needsUncommon, needsUnlikeUsername
  case needsTogether, needsEither
  // The same, and the rules of a username, where there is little room.
  case briefPlainCharacters, briefLettersDigitsHyphens, briefHyphensInside, briefMarksInside
  case briefCharacters, briefCapital, briefLowercase, briefDigit
  case sameSoFar, differs

  // Questions.
  case hello, rehearsal
  case askUsername, askUsernameAgain, askPassword, askPasswordAgain, askRepeat, askRepeatAgain
  case confirmSignUp, yesOrNo
  case choose, chooseEdit, chooseOne, numberedAction
  case actionRetry, actionEdit, actionRestart, actionQuit

  // Labels.
  case labelUsername, labelPassword, labelRepeat, labelSignUp

  // Signing up.
  case signingUp, mockSignedUp, mockSignUpFailed, wonderful
  case signedUpWithPage, signedUpWithoutPage
  case signUpUnknown, signUpNotReady
  case accountCreated

  // Signing in.
  case helloSignIn, accountFound, noSuchAccount, signingIn, signedIn, signedInAs
  case wrongCredentials, tooManyFailures, tooManyFailuresHere, signInCancelled, signInNotReady
  case offerSignIn, askRemember, askRememberName, remembered, nameRemembered, mockRemembered
  case notRemembered, rememberingFailed
  case alreadySignedUp, alreadySignedIn, helpQuitSignIn, helpQuitDone

  // Why a service could not tell, and what it waits for.
  case timedOut, rateLimited, nonsenseReply, serviceError, notTheService, badCertificate,
    unauthorized, libraryMissing, storeBusy, storeFailed
  case serviceRefusedName, serviceRefused, storeFull, outOfMemory
  case accountInactive, earlierPassword, signInUnsupported
  case waitsForService, triesAgain, checksSlowed, waitsForTurn

  // Commands.
  case reviewAnswer, reviewUnjudged, reviewUnanswered, secretDots
  case retryHint, retryingCheck, retryingSignUp, retryingSignIn, nothingToRetry
  case nothingToUndo, nothingToRedo, undone, redone, restarted
  case restartedEmpty
  case changeOf, changeRestart
  case firstQuestion, unknownCommand, editWhat, editWhatOfTwo, usernameFirst, passwordFirst,
    repeatNotAsked
  case pageOpened, pagePrinted, noPage
  case helpBack, helpUndo, helpEdit, helpEditTwo, helpReview, helpRetry, helpRestart, helpOpen,
    helpQuit
  case helpKeys, helpLiteral, helpSecret
  case checkCancelled, signUpCancelled, goodbye, goodbyeUnknown

  // What stands before a verdict in plain output.
  case plainOK, plainError

  // A long wait, where nothing turns.
  case stillWorking

  // Input that is no answer.
  case invalidUTF8, nulByte, controlCharacter, lineTooLong, secretNotAsked, pasteDropped
}

extension MessageKey {
  /// The place in `allCases`, for tables: it is the byte that the compiler makes of the case, which
  /// costs nothing, where a hash would be one of the whole name.
  package var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  package func hash(into hasher: inout Hasher) { hasher.combine(place) }
}
