import Chat
import Conversation
import Glibc
import Transcripts

/// What the conversations of one run have in common: the tally, and what stderr says of it.
final class Session {
  let outlet = Outlet()
  let time: RealTime
  private let name: String
  private let progress: ProgressLine?
  private(set) var tally = Tally()

  /// - Parameters:
  ///   - time: where the conversations are held, one after the other.
  ///   - name: what the input is called.
  ///   - lines: the input's reader, whose position progress follows.
  init(on time: RealTime, name: String, descriptor: Int32, _ lines: LineReader) {
    self.time = time
    self.name = name
    lines.beforeReading = { [outlet] () throws(StreamFailure) in try outlet.flush() }
    progress = ProgressLine(following: lines, of: descriptor)
  }

  /// Notes how a conversation ended, and says so where it did not end well.
  ///
  /// - Parameter line: where in the input to look; nil where that needs no saying.
  func ended(_ outcome: Outcome, at line: Int?) {
    tally.add(outcome)
    if let why = Exit.words(for: outcome) {
      say { Exit.complain((line.map { "\(name):\($0): " } ?? "") + why) }
    }
    progress?.update(tally.conversations)
  }

  /// Notes a transcript that can't be held, and goes on.
  func isBroken(by error: any Error) throws {
    switch error {
    case is TranscriptError: break
    case let error as SettingError:
      guard case .transcript = error.source else { throw error }
    default: throw error
    }
    say { _ = Exit.status(for: error, input: name) }
    tally.addBroken()
  }

  func complain(at line: Int?, _ text: String) {
    say { Exit.complain(name + (line.map { ":\($0)" } ?? "") + ": " + text) }
  }

  /// Ends a run that failed: those that were held are told of all the same.
  func breakOff(hasSummary: Bool, for error: any Error) -> any Error {
    _ = end(hasSummary: hasSummary)
    return error
  }

  /// Ends the run; returns its status.
  ///
  /// - Parameter hasSummary: whether there may have been many conversations.
  func end(hasSummary: Bool) -> Int32 {
    progress?.erase()
    if hasSummary { Exit.complain(tally.summary) }
    return tally.status
  }

  /// Says something on stderr, where the line of progress may stand.
  private func say(_ words: () -> Void) {
    progress?.erase()
    words()
  }
}
