/// What a service knows about a username. Unknown is neither of the others: it is never shown as
/// taken and never counts as ok.
package enum Availability: Hashable, Sendable {
  case available
  case taken
  case unknown(UnknownReason)

  /// Whether the service could tell.
  package var isKnown: Bool {
    switch self {
    case .available, .taken: true
    case .unknown: false
    }
  }
}

/// Why a service could not tell.
package enum UnknownReason: String, Hashable, Sendable, CaseIterable {
  /// The service can't be reached.
  case unreachable
  /// No answer within the deadline.
  case timedOut = "timed-out"
  /// The service asks for fewer questions.
  case rateLimited = "rate-limited"
  /// The answer made no sense, or the call failed in a way nobody foresaw.
  case nonsense
  /// The service says that it failed.
  case serviceError = "service-error"
  /// Something else answered in the service's place.
  case notTheService = "not-the-service"
  /// Who answered could not be verified.
  case badCertificate = "bad-certificate"
  /// The service refuses the program itself, whatever anybody answers.
  case unauthorized
  /// A library that the service needs is not installed.
  case libraryMissing = "library-missing"
  /// The store is held by another program.
  case storeBusy = "store-busy"
  /// The store can't be read or written.
  case storeFailed = "store-failed"

  /// What is said first. A store on this machine is no server that is contacted: it says what it is itself.
  package var headline: MessageKey {
    switch self {
    case .storeBusy: .storeBusy
    case .storeFailed: .storeFailed
    case .unreachable, .timedOut, .rateLimited, .nonsense, .serviceError, .notTheService,
      .badCertificate, .unauthorized, .libraryMissing:
      .serviceFailed
    }
  }

  /// What is said of it after the headline; `nil` if that says enough.
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

  /// Whether whoever runs the program has to mend it, and no other answer helps.
  package var isForOperators: Bool {
    switch self {
    case .unauthorized, .libraryMissing, .storeFailed: true
    case .unreachable, .timedOut, .rateLimited, .nonsense, .serviceError, .notTheService,
      .badCertificate, .storeBusy:
      false
    }
  }
}
