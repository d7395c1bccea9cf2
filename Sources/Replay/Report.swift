import Chat
import Runtime
import Synchronization
import Transcripts

/// Reports on a run in progress, and collects what is needed afterwards. Can be used from any
/// thread.
package final class Report: Sendable {
  package struct State: Sendable {
    fileprivate var reporter: any Reporter
    fileprivate var summary = Summary()
    /// The worst exit status of the results so far.
    package fileprivate(set) var status: Int32 = 0
    /// The worst exit status if all files that can be rewritten are.
    package fileprivate(set) var statusOfOthers: Int32 = 0
    /// The files that differ and can be rewritten.
    package fileprivate(set) var updates: [Update] = []
    /// What each file reached.
    package fileprivate(set) var reached: [(path: String, reached: Reached)] = []
  }

  private let state: Mutex<State>
  private let stdout: OutputStream
  private let keepsUpdates: Bool
  private let showsUpdates: Bool

  /// - Parameters:
  ///   - keepsUpdates: whether to collect the files that differ and can be rewritten.
  ///   - showsUpdates: whether to report these files as well. Not needed if each is shown again for
  ///     confirmation.
  package init(
    _ reporter: any Reporter, _ stdout: OutputStream, keepsUpdates: Bool, showsUpdates: Bool
  ) {
    state = Mutex(State(reporter: reporter))
    self.stdout = stdout
    self.keepsUpdates = keepsUpdates
    self.showsUpdates = showsUpdates
  }

  /// What is known so far.
  package var current: State { state.withLock { $0 } }

  package func begin(_ files: Int, seed: UInt64?) throws {
    try write(state.withLock { $0.reporter.begin(files: files, seed: seed) })
  }

  package func add(_ result: ReplayResult) throws {
    let text = state.withLock { state -> String in
      state.summary.add(result)
      state.status = max(state.status, result.verdict.exitStatus)
      if let reached = result.reached { state.reached.append((result.path, reached)) }
      if keepsUpdates, case .differs = result.verdict, let update = result.update {
        state.updates.append(update)
        return showsUpdates ? state.reporter.add(result) : ""
      }
      state.statusOfOthers = max(state.statusOfOthers, result.verdict.exitStatus)
      return state.reporter.add(result)
    }
    try write(text)
  }

  package func end(after duration: Duration) throws {
    let text = state.withLock { state in
      state.summary.duration = duration
      return state.reporter.end(state.summary)
    }
    try write(text)
  }

  private func write(_ text: String) throws {
    if !text.isEmpty { try stdout.write(text) }
  }
}
