import Chat
import Glibc
import Replay
import Runtime
import Secrets
import Text
import Transcripts

/// Offers each change of a transcript, and makes the accepted ones. The default answer is no.
struct UpdateSession {
  let stdout: OutputStream
  let hasColour: Bool

  /// Whether there is a terminal to ask at, outside of continuous integration.
  static var canAsk: Bool {
    Environment.variable("CI") == nil && isatty(0) == 1 && isatty(1) == 1
  }

  /// The answer to an offered change.
  private enum Answer {
    case yes, no, all, quit
  }

  /// Offers changes, if there is a terminal to ask at.
  ///
  /// - Returns: whether every file was rewritten, so that none of them differs any more.
  func offer(_ updates: [Update]) throws -> Bool {
    if updates.isEmpty { return true }
    if Self.canAsk { return try ask(updates) == 0 }
    let isCI = Environment.variable("CI") != nil
    try leave(updates, because: isCI ? "CI is set" : "there is no terminal to ask at")
    return false
  }

  /// Rewrites nothing, and writes the new contents next to the files. The messages go to stderr,
  /// because stdout may contain a report that additional text would break.
  private func leave(_ updates: [Update], because why: String) throws {
    for update in updates {
      try FileReplacement.write(update.new, to: update.path + ".new", like: update.path)
      Exit.complain("left \(update.path).new")
    }
    Exit.complain("--update rewrote nothing, because \(why)")
  }

  /// - Returns: the number of files left unchanged.
  private func ask(_ updates: [Update]) throws -> Int {
    let lines = LineReader(descriptor: 0, name: "stdin")
    var kept = 0
    for (index, update) in updates.enumerated() {
      try show(update, number: index + 1, of: updates.count)
      switch try answer(lines, left: updates.count - index) {
      case .yes: kept += try rewrite(update) ? 0 : 1
      case .no: kept += 1
      case .all: return try updates[index...].reduce(kept) { try $0 + (rewrite($1) ? 0 : 1) }
      case .quit: return kept + updates.count - index
      }
    }
    return kept
  }

  private func show(_ update: Update, number: Int, of count: Int) throws {
    try say("\n\(number) of \(count): \(escapingControls(update.path))")
    let differences = Difference.all(wanted: update.old, got: update.new)
    for difference in differences.prefix(Self.mostShown) {
      for line in difference.lines(colour: hasColour) { try say(line) }
    }
    let more = differences.count - Self.mostShown
    if more > 0 { try say("… and \(more) more \(more == 1 ? "turn changes" : "turns change")") }
  }

  /// The maximum number of changed turns shown of a file.
  private static let mostShown = 100

  /// Asks for one answer. To accept all changes, the user must type the number of files, so that a
  /// held key or a habit is not enough.
  private func answer(_ lines: LineReader, left: Int) throws -> Answer {
    let words = left > 1 ? "yes/no/all/quit" : "yes/no/quit"
    while true {
      try stdout.write("Rewrite it? (\(words)) [no] ")
      switch try word(lines) {
      case nil:
        try say("")
        return .quit
      case "q", "quit": return .quit
      case "y", "yes": return .yes
      case "", "n", "no": return .no
      case "all" where left > 1:
        try stdout.write("All \(left)? Type their number: ")
        if try word(lines) == String(left) { return .all }
        try say("That is not the number; nothing was rewritten.")
      default: try say("Please answer \(left > 1 ? "yes, no, all" : "yes, no") or quit.")
      }
    }
  }

  /// Returns a line in lowercase; `nil` at the end of the input.
  private func word(_ lines: LineReader) throws -> String? {
    guard case .bytes(let line) = try lines.next() else { return nil }
    return line.withBytes { String(decoding: $0, as: UTF8.self) }.lowercased()
  }

  /// Rewrites a file, unless it has changed since the replay.
  ///
  /// - Returns: whether the file was rewritten.
  private func rewrite(_ update: Update) throws -> Bool {
    let path = escapingControls(update.path)
    guard case .success(let now) = InputFile.transcript(update.path),
      now.elementsEqual(update.old.utf8)
    else {
      try say("\(path) has changed in the meantime and was not rewritten")
      return false
    }
    let file = Path.real(update.path)
    try FileReplacement.write(update.new, to: file, like: file)
    try say("rewrote \(path)")
    return true
  }

  private func say(_ line: String) throws { try stdout.write(line + "\n") }
}
