import ArgumentParser
import Chat
import Replaying
import Synchronization
import Transcripts

/// Tells of a run as it goes, and keeps what is wanted afterwards. Its calls come from any thread.
final class Report: Sendable {
  private struct State {
    var reporter: any Reporter
    var summary = Summary()
    var status: Int32 = 0
    /// Without the files that can be rewritten.
    var statusOfOthers: Int32 = 0
    var updates: [Update] = []
    var reached: [(path: String, reached: Reached)] = []
  }

  private let state: Mutex<State>
  private let stdout: OutputStream
  private let keepsUpdates: Bool
  private let showsUpdates: Bool

  /// - Parameters:
  ///   - keepsUpdates: whether what differs is kept, with what it is to say.
  ///   - showsUpdates: whether it is told of all the same; not where each is shown again to be asked about.
  init(
    _ reporter: any Reporter, _ stdout: OutputStream, keepsUpdates: Bool, showsUpdates: Bool
  ) {
    state = Mutex(State(reporter: reporter))
    self.stdout = stdout
    self.keepsUpdates = keepsUpdates
    self.showsUpdates = showsUpdates
  }

  /// The worst status of the findings so far.
  var status: Int32 { state.withLock { $0.status } }

  /// The same, for when every file that can be rewritten was.
  var statusOfOthers: Int32 { state.withLock { $0.statusOfOthers } }

  /// Files that differ, with what they are to say.
  var updates: [Update] { state.withLock { $0.updates } }

  /// What each file reached.
  var reached: [(path: String, reached: Reached)] { state.withLock { $0.reached } }

  func begin(_ files: Int, seed: UInt64?) throws {
    try write(state.withLock { $0.reporter.begin(files: files, seed: seed) })
  }

  func add(_ item: Suite.Item) throws {
    let text = state.withLock { state -> String in
      state.summary.add(item.finding)
      state.status = max(state.status, item.finding.verdict.exitStatus)
      if let reached = item.reached { state.reached.append((item.finding.path, reached)) }
      if keepsUpdates, case .differs = item.finding.verdict, let update = item.update {
        state.updates.append(Update(path: item.finding.path, old: update.old, new: update.new))
        return showsUpdates ? state.reporter.add(item.finding) : ""
      }
      state.statusOfOthers = max(state.statusOfOthers, item.finding.verdict.exitStatus)
      return state.reporter.add(item.finding)
    }
    try write(text)
  }

  func end(after duration: Duration) throws {
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

/// A file that differs, and what it would say if it were rewritten.
struct Update: Sendable {
  let path: String
  let old: String
  let new: String
}

extension Verdict {
  /// The exit status that it makes of a run.
  fileprivate var exitStatus: Int32 {
    switch self {
    case .agrees, .failedAsExpected: 0
    case .differs, .passedUnexpectedly, .leaks: Exit.differs.rawValue
    case .broken, .unusable: Exit.malformed.rawValue
    case .unreadable: Exit.failedStream.rawValue
    }
  }
}
