import Accounts

extension UnknownReason {
  /// The message that comes first. A local store is not a server to contact, so it has messages of
  /// its own.
  package var headline: MessageKey {
    switch self {
    case .storeBusy: .storeBusy
    case .storeFailed: .storeFailed
    case .unreachable, .timedOut, .rateLimited, .nonsense, .serviceError, .notTheService,
      .badCertificate, .unauthorized, .libraryMissing:
      .serviceFailed
    }
  }

  /// The message that follows the headline; `nil` if the headline is enough.
  package var explanation: MessageKey? {
    switch self {
    case .unreachable, .storeBusy, .storeFailed: nil
    case .timedOut: .timedOut
    case .rateLimited: .rateLimited
    case .nonsense: .nonsenseReply
    case .serviceError: .serviceError
    case .notTheService: .notTheService
    case .badCertificate: .badCertificate
    case .unauthorized: .unauthorized
    case .libraryMissing: .libraryMissing
    }
  }
}

extension RefusalReason {
  var message: Message {
    switch self {
    case .service(let why): Message(.serviceRefused, ["why": .text(why)])
    case .serviceAboutName(let why): Message(.serviceRefusedName, ["why": .text(why)])
    case .invalidUsername: Message(.invalidUsername)
    case .invalidPassword: Message(.invalidPassword)
    case .earlierPassword: Message(.earlierPassword)
    case .accountInactive: Message(.accountInactive)
    case .signInUnsupported: Message(.signInUnsupported)
    case .storeFull: Message(.storeFull)
    case .outOfMemory: Message(.outOfMemory)
    case .simulated: Message(.mockSignUpFailed)
    }
  }
}

extension ServiceNotice {
  package var message: Message {
    switch self {
    case .triesAgain: Message(.triesAgain)
    case .waits(let seconds): Message(.waitsForService, ["seconds": .count(seconds)])
    }
  }
}

extension Judgement.Ground {
  package var message: Message { wording.message(limit: limit) }
}

extension Wording {
  /// Returns the message for a verdict.
  ///
  /// - Parameter limit: The limit that the words may name; `nil` if there is none.
  package func message(limit: Int? = nil) -> Message {
    let values: Message.Values = limit.map { ["limit": .count($0)] } ?? [:]
    return switch self {
    case .reason(let reason): Message(reason.key, values)
    case .texts(let texts): Message(.custom, values, texts: texts)
    }
  }
}

extension VerdictReason {
  package var key: MessageKey {
    switch self {
    case .usernameAvailable: .usernameAvailable
    case .usernameTaken: .usernameTaken
    case .accountExists: .accountExists
    case .usernameAcceptable: .usernameAcceptable
    case .usernameNeedsLettersAndDigits: .usernameNeedsLettersAndDigits
    case .usernameTooShort: .usernameTooShort
    case .usernameHasToBeLonger: .usernameHasToBeLonger
    case .usernameTooLong: .usernameTooLong
    case .usernameNeedsLettersDigitsHyphens: .usernameNeedsLettersDigitsHyphens
    case .usernameHyphensInside: .usernameHyphensInside
    case .usernameNeedsPlainCharacters: .usernameNeedsPlainCharacters
    case .usernameStartsWithLetter: .usernameStartsWithLetter
    case .usernameMarksInside: .usernameMarksInside
    case .usernameReserved: .usernameReserved
    case .invalidUsername: .invalidUsername
    case .passwordAcceptable: .passwordAcceptable
    case .passwordTooShort: .passwordTooShort
    case .passwordHasToBeLonger: .passwordHasToBeLonger
    case .passwordTooLong: .passwordTooLong
    case .passwordNeedsCapital: .passwordNeedsCapital
    case .passwordGitHub: .passwordGitHub
    case .passwordCommon: .passwordCommon
    case .passwordNearUsername: .passwordNearUsername
    case .invalidPassword: .invalidPassword
    case .passwordRepeated: .passwordRepeated
    case .passwordDifferent: .passwordDifferent
    case .passwordsMustBeSame: .passwordsMustBeSame
    case .tooShort: .tooShort
    case .wonderful: .wonderful
    case .mockSignedUp: .mockSignedUp
    case .answerAcceptable: .answerAcceptable
    case .answerHasControlCharacter: .controlCharacter
    case .tooLong: .tooLong
    case .yesNeeded: .yesNeeded
    case .choiceUnknown: .choiceUnknown
    case .emailNeedsOneAt: .emailNeedsOneAt
    case .emailNeedsName: .emailNeedsName
    case .emailNeedsDomain: .emailNeedsDomain
    case .emailHasSpace: .emailHasSpace
    case .emailTooLong: .emailTooLong
    case .sshKeyNeedsType: .sshKeyNeedsType
    case .sshKeyHasOptions: .sshKeyHasOptions
    case .sshKeyTypeUnknown: .sshKeyTypeUnknown
    case .sshKeyTypeDiffers: .sshKeyTypeDiffers
    case .sshKeyDamaged: .sshKeyDamaged
    case .sshKeyTooShort: .sshKeyTooShort
    case .sshKeyIsDSA: .sshKeyIsDSA
    case .sshKeyIsCertificate: .sshKeyIsCertificate
    case .sshKeyIsPrivate: .sshKeyIsPrivate
    case .patternDiffers: .patternDiffers
    case .patternTookTooLong: .patternTookTooLong
    }
  }
}
