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
