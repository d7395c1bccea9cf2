import Accounts

extension UnknownReason {
  /// What a failure means to somebody who waits for an answer.
  package init(_ reason: HTTPFailure.Reason) {
    self =
      switch reason {
      case .unreachable: .unreachable
      case .timedOut: .timedOut
      case .badCertificate: .badCertificate
      case .malformed, .tooLarge: .nonsense
      case .redirected: .notTheService
      case .rateLimited: .rateLimited
      case .noLibrary: .libraryMissing
      }
  }

  /// What an answer means that is none to the question; nil for a status that may answer it.
  package init?(status: Int) {
    switch status {
    case 401, 403, 407: self = .unauthorized
    case 429: self = .rateLimited
    case 500...599: self = .serviceError
    default: return nil
    }
  }
}
