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
  case timedOut
  /// The service asks for fewer questions.
  case rateLimited
  /// The answer made no sense, or the call failed in a way nobody foresaw.
  case nonsense
}
