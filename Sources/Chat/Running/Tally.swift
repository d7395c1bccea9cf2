import Conversation
import Synchronization
import Text
import Transcripts

/// Counts how the conversations of a run ended. Safe to use from any thread.
package final class Tally: Sendable {
  private struct State {
    var counts = [Int](repeating: 0, count: Tally.names.count)
    var worst: Int32 = 0
  }

  private let state = Mutex(State())

  /// The name for transcripts that could not be run.
  private static let broken = "broken"
  /// The names for transcripts that were compared with their conversations.
  private static let agrees = "agree"
  private static let differs = "differ"
  /// The outcomes' names, in the order in which a summary lists them.
  private static let names = Outcome.names + [broken, agrees, differs]

  /// The exit statuses from best to worst: 0 and 2 for an end that the user may have wanted, 1 for
  /// a refused answer, 3 for a transcript that differs, 130 for an interrupted run, 69 for an
  /// unreachable service, 65 for malformed input, 78 for unusable settings, and 74 for a failed
  /// stream.
  private static let order: [Int32] = [0, 2, 1, 3, 130, 69, 65, 78, 74]

  package init() {}

  /// The number of conversations, including those that could not be started.
  package var conversations: Int { state.withLock { $0.counts.reduce(0, +) } }

  /// The worst of the exit statuses so far.
  package var status: Int32 { state.withLock { $0.worst } }

  package func add(_ outcome: Outcome) {
    count(outcome.ending.outcome)
    add(status: outcome.exitStatus)
  }

  /// Counts a transcript that could not be run.
  package func addBroken() {
    count(Self.broken)
    add(status: 65)
  }

  /// Counts a transcript that was compared with its conversation.
  ///
  /// - Parameter isExpected: Whether the result is the one that the transcript's settings announce.
  package func add(agrees: Bool, isExpected: Bool) {
    count(agrees ? Self.agrees : Self.differs)
    if !isExpected { add(status: 3) }
  }

  /// Counts a conversation that was stopped because a secret was about to be written.
  ///
  /// - Parameter achieved: an outcome that can't be undone; `nil` if there is none.
  package func brokeOff(_ achieved: Outcome?) {
    if let achieved { add(achieved) } else { addBroken() }
    add(status: 74)
  }

  /// Counts input that can't be any person's answers.
  package func addMalformed() {
    count("malformed")
    add(status: 65)
  }

  /// Adds an exit status without counting a conversation.
  package func add(status: Int32) {
    func badness(_ status: Int32) -> Int { Self.order.firstIndex(of: status) ?? Self.order.count }
    state.withLock { if badness(status) > badness($0.worst) { $0.worst = status } }
  }

  /// A summary such as `1,000 conversations: 985 signed-up, 15 refused`.
  package var summary: String {
    let counts = state.withLock { $0.counts }
    let parts = zip(counts, Self.names).filter { $0.0 > 0 }
      .map { $0.0.grouped + " " + $0.1 }
    let total = counts.reduce(0, +)
    let head = total.grouped + (total == 1 ? " conversation" : " conversations")
    return parts.isEmpty ? head : head + ": " + parts.joined(separator: ", ")
  }

  private func count(_ name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return }
    state.withLock { $0.counts[index] += 1 }
  }
}
