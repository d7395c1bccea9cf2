import Accounts

/// Why there is no response.
package struct HTTPFailure: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The host is unknown, can't be reached or refuses connections, or the connection broke.
    case unreachable
    case timedOut
    case badCertificate
    /// The response is not valid HTTP, or is incomplete.
    case malformed
    /// The headers or the body exceed their limits.
    case tooLarge
    /// A redirect to another origin, a redirect loop, or too many redirects.
    case redirected
    /// A server chose an address or a header that contains a secret. It was not sent.
    case holdsSecret
    /// The status is 429 or 503, and the server asks for a wait that the deadline or the limits
    /// don't allow.
    case rateLimited
    /// libcurl is not installed or is too old.
    case noLibrary
  }

  package let reason: Reason
  /// Whether the server may have received the request. `false` only if it certainly has not.
  package let mayHaveArrived: Bool
  /// What happened, for the operator. It contains no secret.
  package let detail: String

  package init(_ reason: Reason, mayHaveArrived: Bool, detail: String) {
    (self.reason, self.mayHaveArrived, self.detail) = (reason, mayHaveArrived, detail)
  }

  /// A failure before anything was sent.
  static func local(_ reason: Reason, _ detail: String) -> Self {
    HTTPFailure(reason, mayHaveArrived: false, detail: detail)
  }
}

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
