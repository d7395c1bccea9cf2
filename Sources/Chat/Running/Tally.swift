import Conversation
import Transcripts

/// How the conversations of a run ended.
package struct Tally: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: Tally.names.count)
  private var worst: Int32 = 0

  /// Transcripts that could not be held.
  private static let broken = "broken"
  /// In the order in which a summary names them.
  private static let names = [
    "signed-up", "signed-in", "refused", "incomplete", "quit", "unreachable", "unusable",
    "malformed",
    "interrupted", broken,
  ]

  /// The statuses from the best to the worst: an end that a person may have wished for, an answer
  /// refused, a run that was broken off, a service that was not there, input that is none, settings
  /// that can't be used, streams that failed.
  private static let order: [Int32] = [0, 2, 1, 130, 69, 65, 78, 74]

  package init() {}

  /// How many conversations have been held, or were to be.
  package var conversations: Int { counts.reduce(0, +) }

  /// The worst of the exit statuses so far.
  package var status: Int32 { worst }

  package mutating func add(_ outcome: Outcome) {
    count(outcome.ending.outcome)
    add(status: outcome.exitStatus)
  }

  /// Counts a transcript that could not be held.
  package mutating func addBroken() {
    count(Self.broken)
    add(status: 65)
  }

  /// Counts a conversation that broke off because a secret was about to be written.
  ///
  /// - Parameter achieved: what can't be taken back; `nil` if there is nothing.
  package mutating func brokeOff(_ achieved: Outcome?) {
    if let achieved { add(achieved) } else { addBroken() }
    add(status: 74)
  }

  /// Counts input that was no person's answers.
  package mutating func addMalformed() {
    count("malformed")
    add(status: 65)
  }

  /// Takes in a status that is no conversation's.
  package mutating func add(status: Int32) {
    func badness(_ status: Int32) -> Int { Self.order.firstIndex(of: status) ?? Self.order.count }
    if badness(status) > badness(worst) { worst = status }
  }

  /// Such as `1,000 conversations: 985 signed-up, 15 refused`.
  package var summary: String {
    let parts = zip(counts, Self.names).filter { $0.0 > 0 }
      .map { grouped($0.0) + " " + $0.1 }
    let total = conversations
    let head = grouped(total) + (total == 1 ? " conversation" : " conversations")
    return parts.isEmpty ? head : head + ": " + parts.joined(separator: ", ")
  }

  private mutating func count(_ name: String) {
    if let index = Self.names.firstIndex(of: name) { counts[index] += 1 }
  }
}

/// A number with commas between its thousands.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return String(digits)
}
