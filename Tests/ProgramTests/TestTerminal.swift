import Foundation
import Synchronization
import TestSupport
import Testing

/// A terminal for one test, with the program running at it: a pseudoterminal whose mode can be
/// inspected, a screen that tmux draws, and the changes of state that waitpid reports. Every wait
/// is for a state, with a deadline, and never for a period of time.
final class TestTerminal: Sendable {
  struct Vain: Error, CustomStringConvertible {
    let description: String
  }

  let scratch: Scratch
  /// The mode before the program was started.
  let before: Pty.Mode
  private let pty: Pty
  private let screen: TmuxScreen
  private let job: Job
  /// The number of changes of state that the test has been told of.
  private let known = Mutex(0)
  /// The length of the output up to the end of what the test has waited for; see `waitForNext`.
  private let seen = Mutex(0)

  /// Starts a shell's command line, in which `$BOT` is the program and `$HOME` the scratch folder.
  ///
  /// - Parameters:
  ///   - term: The value of `TERM`, or `nil` to leave it unset.
  ///   - environment: Additional variables. `LANG` is `C.UTF-8` unless it is given here.
  init(
    _ line: String, columns: Int = 80, rows: Int = 24, term: String? = "xterm-256color",
    environment: [String: String] = [:], start: Job.Start = .foreground,
    scratch: Scratch = Scratch()
  ) throws {
    self.scratch = scratch
    screen = try TmuxScreen(columns: columns, rows: rows, scratch: scratch)
    pty = Pty(columns: columns, rows: rows) { [screen] in screen.draw($0) }
    before = pty.mode
    var variables = ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "BOT": Program.path]
    variables["TERM"] = term
    variables["LANG"] = "C.UTF-8"
    variables.merge(environment) { $1 }
    job = try Job(line, start, terminal: pty.path, environment: variables)
  }

  deinit {
    job.kill()
  }

  // MARK: - Input

  func type(_ text: String) {
    pty.type(text)
  }

  /// Types a text, and waits until the last line consists of these parts; see `waitForParts`.
  func type(_ text: String, thenWaitFor parts: String...) throws {
    type(text)
    try waitForParts(parts)
  }

  func enter(_ text: String) {
    type(text + "\r")
  }

  /// Enters a line and waits until the program has read it, but not for what the program does then.
  ///
  /// - Returns: An instant at which the program had not read it yet, the last one that was seen.
  func enterAndWaitUntilRead(_ text: String) throws -> ContinuousClock.Instant {
    var unread = ContinuousClock.now
    enter(text)
    try wait(for: "the line to be read") {
      for _ in 0..<100 where pty.hasUnread {
        unread = .now
        usleep(100)
      }
      return !pty.hasUnread
    }
    return unread
  }

  /// Waits until the program has read everything that was typed.
  func waitUntilRead() throws {
    try wait(for: "the input to be read") { !pty.hasUnread }
  }

  /// Enters a line and waits until the cursor is right after a new `prompt`. The same prompt may
  /// already be on the screen. Text that is typed before the new prompt appears would be dropped as
  /// the rest of a paste.
  func enter(_ text: String, thenWaitFor prompt: String) throws {
    let prompt = squeezed(prompt)
    func count() throws -> Int { try story().components(separatedBy: prompt).count }
    let before = try count()
    enter(text)
    try wait(for: "another \(prompt)") {
      try count() > before && isRaw && screen.look().beforeCursor.hasSuffix(prompt)
    }
  }

  /// Answers each question in turn, once the program waits for its answer. A question may be asked
  /// several times in a row.
  func answer(_ answers: KeyValuePairs<String, String>) throws {
    try waitForLine(answers[0].key)
    for (answer, next) in zip(answers, answers.dropFirst()) {
      try enter(answer.value, thenWaitFor: next.key)
    }
    enter(answers[answers.count - 1].value)
  }

  /// Changes the size as a terminal does: it redraws its screen, then notifies the program.
  func resize(columns: Int, rows: Int) throws {
    try screen.resize(columns: columns, rows: rows)
    pty.resize(columns: columns, rows: rows)
  }

  func send(_ signal: Int32) throws {
    guard let pid = job.pid else { throw Vain(description: "no process to signal") }
    kill(pid, signal)
  }

  /// Stops the output as Ctrl-S does.
  func stopOutput() {
    pty.stopOutput()
  }

  /// Closes the terminal's window.
  func hangUp() {
    pty.hangUp()
  }

  func letGoOn(inForeground: Bool = true) {
    job.letGoOn(inForeground: inForeground)
  }

  // MARK: - What the test sees

  var mode: Pty.Mode { pty.mode }
  var isRaw: Bool { mode.isRaw }
  var pid: pid_t? { job.pid }

  /// Every byte that was written to the terminal.
  var bytes: String { pty.text }

  /// The screen's lines, without the empty ones at the end.
  func lines() throws -> [String] {
    var lines = try screen.look().lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Everything that is and was on the screen, without blanks and line ends, so that it is the same
  /// at every width.
  func story() throws -> String { squeezed(try screen.history().joined()) }

  /// The rows on the screen and those that have scrolled off it.
  func rows() throws -> [String] { try screen.rows() }

  func colours(of text: String) throws -> Set<String>? { try screen.colours(of: text) }

  /// The characters of the last line that isn't empty, each with its colour and weight.
  func cells() throws -> [TmuxScreen.Cell] { try screen.cells().last { !$0.isEmpty } ?? [] }

  // MARK: - Waiting

  /// Waits until the cursor is right after this text and the program reads keys. Blanks and line
  /// ends are ignored.
  func waitForLine(_ text: String) throws {
    let text = squeezed(text)
    try wait(for: "the line \(text)") {
      try isRaw && screen.look().beforeCursor.hasSuffix(text)
    }
  }

  /// Waits until the text is on the screen. Blanks and line ends are ignored.
  func waitForText(_ text: String) throws {
    let text = squeezed(text)
    try wait(for: "the text \(text)") {
      try squeezed(screen.look().lines.joined()).contains(text)
    }
  }

  /// Waits until the text has been on the screen twice. Blanks and line ends are ignored.
  func waitForSecond(_ text: String) throws {
    let text = squeezed(text)
    try wait(for: "another \(text)") {
      try story().components(separatedBy: text).count > 2
    }
  }

  /// Waits until the last line consists of these parts, with two spaces or more between them.
  func waitForParts(_ parts: String...) throws { try waitForParts(parts) }

  private func waitForParts(_ parts: [String]) throws {
    try wait(for: parts.joined(separator: " … ")) {
      let words = try lines().last?.components(separatedBy: "  ")
      return words?.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } == parts
    }
  }

  /// Waits until the text has been written, after whatever the last call has waited for.
  func waitForNext(_ text: String) throws {
    try wait(for: "the next \(text)") {
      seen.withLock { seen in
        let bytes = Array(bytes.utf8)
        guard let place = bytes[seen...].firstRange(of: Array(text.utf8)) else { return false }
        seen = place.upperBound
        return true
      }
    }
  }

  /// Waits for the next change of the program's state. Each change is returned once.
  @discardableResult
  func waitForChange() throws -> Job.Change {
    var change: Job.Change?
    // The first change is the start.
    let count = known.withLock { $0 + 1 }
    try wait(for: "a change of the process") {
      change = job.change(after: count)
      return change != nil
    }
    known.withLock { $0 = count }
    return change!
  }

  /// Expects that the program's state changes in this way, and that the terminal is then in the mode
  /// that it was in before the program started.
  func expectRestored(
    after change: Job.Change, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try waitForChange() == change, sourceLocation: sourceLocation)
    #expect(mode == before, sourceLocation: sourceLocation)
  }

  func wait(for state: String, _ holds: () throws -> Bool) throws {
    guard try !Deadline.awaits(holds) else { return }
    let lines = try lines().joined(separator: "\n")
    throw Vain(description: "waited for \(state) in vain; \(job.history), the screen:\n\(lines)")
  }
}
