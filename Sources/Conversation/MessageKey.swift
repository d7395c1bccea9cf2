/// Every text that the bot can say. With a single list, a test can check that a catalogue is
/// complete.
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
  // Verdicts on answers to the operator's own questions.
  case answerAcceptable, tooLong, yesNeeded, choiceUnknown
  case emailNeedsOneAt, emailNeedsName, emailNeedsDomain, emailHasSpace, emailTooLong
  case sshKeyNeedsType, sshKeyHasOptions, sshKeyTypeUnknown, sshKeyTypeDiffers, sshKeyDamaged
  case sshKeyTooShort, sshKeyIsDSA, sshKeyIsCertificate, sshKeyIsPrivate
  case patternDiffers, patternTookTooLong
  case serviceFailed
  /// The words of a user's own policy.
  case custom

  // A password's rules in a few words, and how far its repeat agrees, while they are being typed.
  case needsCharacters, needsBytes, needsFewerCharacters, needsFewerBytes
  case needsCapital, needsLowercase, needsDigit, needsUncommon, needsUnlikeUsername
  case needsTogether, needsEither
  // The same, and the rules of a username, for narrow lines.
  case briefPlainCharacters, briefLettersDigitsHyphens, briefHyphensInside, briefMarksInside
  case briefCharacters, briefCapital, briefLowercase, briefDigit
  case briefUncommon
  case sameSoFar, differs, rulesMet

  // At a terminal, what may be typed, before anything is.
  case hintCharacters, hintUncommon, hintHelp, hintReveal, hintYes, hintNo
  // Names to take instead of one that is taken.
  case freeNames, briefFreeNames

  // Questions.
  case hello, rehearsal
  /// The greetings at a terminal, where a hint takes the place of what they say about commands.
  case welcome, welcomeSignIn
  case askUsername, askUsernameAgain, askPassword, askPasswordAgain, askRepeat, askRepeatAgain
  case confirmSignUp, yesOrNo
  // The operator's own questions, and what may be entered at one.
  case askOwn, hintChoices, hintKeeps, hintKeepsIt, hintMeans, hintSkips, hintYesNo, notGiven
  case answerHasPassword
  /// At the start, if the service doesn't keep the answers.
  case answersNotKept
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

  // Why a service could not give an answer, and what it is waiting for.
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
  case firstQuestion, unknownCommand, editWhat, editWhatOfTwo, editWhatOf, usernameFirst,
    passwordFirst,
    repeatNotAsked
  case pageOpened, pagePrinted, noPage
  case helpBack, helpUndo, helpEdit, helpEditTwo, helpEditOf, helpReview, helpRetry, helpRestart,
    helpOpen,
    helpQuit
  case helpKeys, helpLiteral, helpSecret
  case checkCancelled, signUpCancelled, goodbye, goodbyeUnknown

  // The prefix of a verdict in plain output.
  case plainOK, plainError

  // A long wait without a spinner.
  case stillWorking

  // Input that is not an answer.
  case severalValues
  case lastLineUnclear
  case nameIsSecret
  case repeatDiffers
  case tooManyLines
  case invalidUTF8, nulByte, controlCharacter, lineTooLong, secretNotAsked, pasteDropped
}
