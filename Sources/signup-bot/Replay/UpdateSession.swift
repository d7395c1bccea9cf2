import ArgumentParser
import Chat
import Glibc
import Replaying
import Secrets
import Terminal
import Transcripts

/// Offers each change of a transcript, and makes those that are wanted. The default is no.
struct UpdateSession {
  private let stdout: OutputStream
  private let hasColour: Bool

  init(_ stdout: OutputStream, hasColour: Bool) {
    self.stdout = stdout
    self.hasColour = hasColour
  }

  /// Whether there is somebody to ask.
  static var canAsk: Bool {
    Surroundings.variable("CI") == nil && isatty(0) == 1 && isatty(1) == 1
  }

  /// What a person says to a change.
  private enum Answer {
    case yes, no, all, quit
  }

  /// - Parameter status: of the run; a difference is settled where its file was rewritten.
  /// - Returns: the status after the changes.
  func offer(_ updates: [Update], else status: Int32) throws -> Int32 {
    if updates.isEmpty { return status }
    guard Self.canAsk else {
      let why = Surroundings.variable("CI") == nil ? "there is no terminal to ask at" : "CI is set"
      return try leave(updates, because: why, status)
    }
    let kept = try ask(updates)
    if kept > 0 || status > Exit.differs.rawValue { return status }
    return 0
  }

  /// Rewrites nothing; the new texts stand beside the files.
  private func leave(_ updates: [Update], because why: String, _ status: Int32) throws -> Int32 {
    for update in updates {
      try FileReplacement.write(update.text, to: update.path + ".new")
      try stdout.write("left \(escapingControls(update.path)).new\n")
    }
    Exit.complain("--update rewrote nothing, because \(why)")
    return status
  }

  /// - Returns: how many were left as they are.
  private func ask(_ updates: [Update]) throws -> Int {
    let lines = LineReader(descriptor: 0, name: "stdin")
    var kept = 0
    for (index, update) in updates.enumerated() {
      try show(update, number: index + 1, of: updates.count)
      switch try answer(lines, left: updates.count - index) {
      case .yes: try rewrite(update)
      case .no: kept += 1
      case .all:
        for update in updates[index...] { try rewrite(update) }
        return kept
      case .quit: return kept + updates.count - index
      }
    }
    return kept
  }

  private func show(_ update: Update, number: Int, of count: Int) throws {
    let lines =
      ["", "\(number) of \(count): \(escapingControls(update.path))"]
      + update.difference.lines(colour: hasColour)
    try stdout.write(lines.map { $0 + "\n" }.joined())
  }

  /// To accept all, the number of files has to be typed: a held key or a habit is not enough.
  private func answer(_ lines: LineReader, left: Int) throws -> Answer {
    let all = left > 1 ? ", \"all\" takes all \(left)" : ""
    while true {
      try stdout.write("Rewrite it? (yes/no/quit\(all)) [no] ")
      switch try word(lines) {
      case nil, "q", "quit": return .quit
      case "y", "yes": return .yes
      case "", "n", "no": return .no
      case "all" where left > 1:
        try stdout.write("Type the number of files to rewrite them all: ")
        if try word(lines) == String(left) { return .all }
        try stdout.write("That is not the number; nothing was rewritten.\n")
      default: try stdout.write("Please answer yes, no or quit.\n")
      }
    }
  }

  private func word(_ lines: LineReader) throws -> String? {
    guard case .bytes(let line) = try lines.next() else { return nil }
    return line.withBytes { String(decoding: $0, as: UTF8.self) }.lowercased()
  }

  private func rewrite(_ update: Update) throws {
    try FileReplacement.write(update.text, to: update.path)
    try stdout.write("rewrote \(escapingControls(update.path))\n")
  }
}
