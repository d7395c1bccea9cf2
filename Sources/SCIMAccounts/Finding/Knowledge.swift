import Synchronization

/// What has been learnt of the provider, by all calls together.
final class Knowledge: Sendable {
  private struct State {
    var config: Config = .unasked
    var filterWorks: Bool?
  }

  /// The answer of `/ServiceProviderConfig`.
  enum Config: Equatable, Sendable {
    case unasked
    /// It has no such endpoint, or not one that can be read.
    case absent
    case known(ProviderConfig)
  }

  private let state = Mutex(State())

  var config: Config { state.withLock { $0.config } }

  /// Whether a filter is understood and obeyed; nil while nobody knows.
  var filterWorks: Bool? { state.withLock { $0.filterWorks } }

  func learn(_ config: Config) {
    state.withLock { state in
      state.config = config
      if case .known(let known) = config, known.filters == false { state.filterWorks = false }
    }
  }

  func learn(filterWorks: Bool) {
    state.withLock { $0.filterWorks = filterWorks }
  }
}
