import Conversation
import Synchronization
import Terminal
import Transcripts

/// What stderr says if a signal or an error ends the program: what a conversation has brought about but
/// not told yet, and in a run of many conversations, the place in the input at which to continue.
///
/// A signal can end the program at any moment, so the report is kept up to date for its handler.
package final class StopReport: Sendable {
  package static let shared = StopReport()

  /// A place in the input of a run of many conversations. Lines are counted from 1.
  enum Place {
    /// In the conversation that begins at the line.
    case at(line: Int)
    /// Between conversations; none of the line and those after it has been used.
    case before(line: Int)
  }

  private struct State {
    /// `nil` if there is one conversation only.
    var run: (input: String, place: Place, tally: Tally, erasing: String)?
    var consequence = Consequence.nothing
    var isTold = true
  }

  private let state = Mutex(State())

  /// Reports from now on, however the program ends.
  package func begin() {
    LastWords.keep()
  }

  /// Sets the place that a run of many conversations has reached.
  ///
  /// - Parameters:
  ///   - input: The input's name.
  ///   - erasing: Erases the line of progress.
  func reached(_ place: Place, of input: String, _ tally: Tally, erasing: String = "") {
    change {
      $0.run = (input, place, tally, erasing)
      $0.consequence = .nothing
    }
  }

  /// Ends the run of many conversations, whose summary has been written.
  func runEnded() {
    change { $0 = State() }
  }

  /// Says what is not known yet, after an error.
  package func tell() {
    let text = state.withLock { Self.text(of: $0) }
    if text.isEmpty { return }
    Exit.write(text)
    runEnded()
  }

  func note(_ consequence: Consequence) {
    if state.withLock({ $0.consequence == consequence }) { return }
    change {
      $0.consequence = consequence
      $0.isTold = consequence == .nothing
    }
  }

  /// Whether the result of the consequence is known but not said yet.
  var canBeTold: Bool {
    state.withLock { state in
      if case .signingUp = state.consequence { false } else { !state.isTold }
    }
  }

  func told() {
    change { $0.isTold = true }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      LastWords.set(Self.text(of: state))
    }
  }

  private static func text(of state: State) -> String {
    guard let run = state.run else {
      return state.isTold ? "" : line(saying: state.consequence) { "stopped" + $0 }
    }
    let summary = Exit.line(run.tally.summary)
    switch run.place {
    case .at(let line):
      let words = self.line(saying: state.consequence) {
        "\(run.input):\(line): stopped" + ($0.isEmpty ? " during this conversation" : $0)
      }
      return run.erasing + words + summary
    case .before(let line):
      return run.erasing + Exit.line("\(run.input):\(line): stopped before this line") + summary
    }
  }

  /// The name is left out if it would betray a secret. The other words are the same whatever the secrets.
  private static func line(
    saying consequence: Consequence, _ words: (String) -> String
  ) -> String {
    let whole = words(Exit.words(for: consequence))
    func nameless(_ name: String) -> String { words(Exit.words(for: consequence, name: name)) }
    let betrays = Watch.tripwire.firstHit(in: whole) { nameless("\0") } != nil
    return Exit.line(betrays ? nameless("someone") : whole)
  }
}
