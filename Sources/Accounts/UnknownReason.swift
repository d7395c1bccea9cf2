/// Why a service could not give an answer.
package enum UnknownReason: String, Hashable, Sendable, CaseIterable {
  /// The service can't be reached.
  case unreachable
  /// There was no answer before the deadline.
  case timedOut = "timed-out"
  /// The service asks for fewer requests.
  case rateLimited = "rate-limited"
  /// The answer made no sense, or the call failed in an unexpected way.
  case nonsense
  /// The service reported an error of its own.
  case serviceError = "service-error"
  /// Something else answered in place of the service.
  case notTheService = "not-the-service"
  /// The identity of the server could not be verified.
  case badCertificate = "bad-certificate"
  /// The service refuses this program, whatever the user answers.
  case unauthorized
  /// A library that the service needs is not installed.
  case libraryMissing = "library-missing"
  /// Another program has locked the store.
  case storeBusy = "store-busy"
  /// The store can't be read or written.
  case storeFailed = "store-failed"

  /// Whether only the operator can fix it, so that no other answer helps.
  package var isForOperators: Bool {
    switch self {
    case .unauthorized, .libraryMissing, .storeFailed: true
    case .unreachable, .timedOut, .rateLimited, .nonsense, .serviceError, .notTheService,
      .badCertificate, .storeBusy:
      false
    }
  }
}
