/// What a service knows about a username. `unknown` is never shown as taken and never counts as ok.
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
