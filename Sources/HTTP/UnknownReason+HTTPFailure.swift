import Accounts

extension UnknownReason {
  /// The reason to report for a failure.
  package init(_ reason: HTTPFailure.Reason) {
    self =
      switch reason {
      case .unreachable: .unreachable
      case .timedOut: .timedOut
      case .badCertificate: .badCertificate
      case .malformed, .tooLarge, .holdsSecret: .nonsense
      case .redirected: .notTheService
      case .rateLimited: .rateLimited
      case .noLibrary: .libraryMissing
      }
  }

  /// The reason to report for a status that is not an answer to the request; `nil` for a status
  /// that may be one.
  package init?(status: Int) {
    switch status {
    case 401, 403, 407: self = .unauthorized
    case 429: self = .rateLimited
    case 500...599: self = .serviceError
    default: return nil
    }
  }
}
