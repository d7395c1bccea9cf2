import Synchronization

/// What is known about the provider, shared by all calls.
final class Knowledge: Sendable {
  private struct State {
    var config: Config = .unasked
    var filterWorks: Bool?
    var checksPasswords = false
  }

  /// The result of requesting `/ServiceProviderConfig`.
  enum Config: Equatable, Sendable {
    case unasked
    /// The endpoint does not exist, or its response can't be read.
    case absent
    case known(ProviderConfig)

    /// The configuration; `nil` if there is none.
    var known: ProviderConfig? {
      if case .known(let config) = self { config } else { nil }
    }
  }

  private let state = Mutex(State())

  var config: Config { state.withLock { $0.config } }

  /// Whether the provider supports and applies filters; `nil` if this is unknown.
  var filterWorks: Bool? { state.withLock { $0.filterWorks } }

  /// Whether the provider has rejected every kind of wrong password and accepted a right one.
  var checksPasswords: Bool { state.withLock { $0.checksPasswords } }

  func learn(_ config: Config) {
    state.withLock { state in
      state.config = config
      if config.known?.filters == false { state.filterWorks = false }
    }
  }

  func learn(filterWorks: Bool) { state.withLock { $0.filterWorks = filterWorks } }

  func learnThatPasswordsAreChecked() { state.withLock { $0.checksPasswords = true } }
}
