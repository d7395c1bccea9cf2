import Accounts
import HTTP

/// Why the provider has given no usable answer.
struct NoAnswer: Error, Equatable {
  let reason: UnknownReason
  /// An explanation for the operator. It contains no secret.
  let detail: String
  /// Whether the provider must be fixed before it can be used for this operation.
  private(set) var isUnusable = false
  /// Why there is no response; `nil` if there is one.
  private(set) var failure: HTTPFailure?

  /// Whether the provider may have received the request.
  var mayHaveArrived: Bool { failure?.mayHaveArrived ?? true }

  init(_ reason: UnknownReason, _ detail: String) {
    (self.reason, self.detail) = (reason, detail)
  }

  /// The failure of a provider that sends more than any listing needs.
  static func endless(_ detail: String) -> NoAnswer {
    var failure = NoAnswer(.nonsense, detail)
    failure.isUnusable = true
    return failure
  }

  init(_ failure: HTTPFailure) {
    self.init(UnknownReason(failure.reason), failure.detail)
    self.failure = failure
  }

  /// - Parameter response: a response whose status means that there is no answer.
  init(_ response: HTTPResponse) {
    self.init(Self.reason(response.status), "HTTP \(response.status)")
  }

  /// The reason to report for a status that is no answer to a SCIM request.
  static func reason(_ status: Int) -> UnknownReason {
    if let reason = UnknownReason(status: status) { return reason }
    switch status {
    // The endpoint does not exist, so this is not a SCIM provider.
    case 300..<400, 404, 405: return .notTheService
    case 408: return .timedOut
    default: return .nonsense
    }
  }
}
