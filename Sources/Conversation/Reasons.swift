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
  /// The message of the same name. The one about control characters has a wider use.
  package var key: MessageKey { Self.keys[self]! }

  /// A dictionary, because the message of a name is searched for among all names.
  private static let keys = Dictionary(
    uniqueKeysWithValues: allCases.map { reason in
      let key = MessageKey(rawValue: reason.rawValue)
      return (reason, reason == .answerHasControlCharacter ? .controlCharacter : key!)
    })
}
