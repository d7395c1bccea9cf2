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

  struct Size: Sendable, CustomStringConvertible {
    var columns: Int
    var rows: Int
    var description: String { "\(columns)x\(rows)" }
  }

  private final class Output: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  let scratch: Scratch
  /// The mode before the program was started.
  let before: PtyDevice.Mode
  private let device: PtyDevice
  private let screen: TmuxScreen
  private let job: Job
  private let output = Output()
  private let known = Mutex(0)

  /// Starts a shell's command line, in which `$BOT` is the program and `$HOME` the scratch folder.
  ///
  /// - Parameters:
  ///   - term: The value of `TERM`, or `nil` to leave it unset.
  ///   - environment: Additional variables. `LANG` is `C.UTF-8` unless it is given here.
  init(
    _ line: String, size: Size = Size(columns: 80, rows: 24), term: String? = "xterm-256color",
    environment: [String: String] = [:], start: Job.Start = .foreground, scratch: Scratch
  ) throws {
    self.scratch = scratch
    device = try PtyDevice(columns: size.columns, rows: size.rows)
    before = device.mode
    screen = try TmuxScreen(columns: size.columns, rows: size.rows, scratch: scratch)
    var variables = ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "BOT": Program.path]
    variables["TERM"] = term
    variables["LANG"] = "C.UTF-8"
    variables.merge(environment) { $1 }
    job = try Job(line, start, terminal: device.path, environment: variables)
    Thread.detachNewThread { [output, device, screen] in
      while let bytes = device.read() {
        output.bytes.withLock { $0 += bytes }
        screen.draw(bytes)
      }
    }
  }

  deinit {
    job.kill()
    device.hangUp()
  }

  // MARK: - Input

  func type(_ text: String) {
    device.type(text)
  }

  func enter(_ text: String) {
    device.type(text + "\r")
  }

  /// Enters a line and waits until the program has read it, but not for what the program does then.
  ///
  /// - Returns: An instant at which the program had not read it yet, the last one that was seen.
  func enterAndWaitUntilRead(_ text: String) throws -> ContinuousClock.Instant {
    var unread = ContinuousClock.now
    device.type(text + "\r")
    try wait(for: "the line to be read") {
      for _ in 0..<100 where device.hasUnread {
        unread = .now
        usleep(100)
      }
      return !device.hasUnread
    }
    return unread
  }

  /// Waits until the program has read everything that was typed.
  func waitUntilRead() throws {
    try wait(for: "the input to be read") { !device.hasUnread }
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
      try count() > before && device.mode.isRaw && screen.look().beforeCursor.hasSuffix(prompt)
    }
  }

  /// Answers each question in turn, once the program waits for its answer.
  func answer(_ answers: KeyValuePairs<String, String>) throws {
    for (question, answer) in answers {
      try waitForLine(question)
      enter(answer)
    }
  }

  /// Changes the size as a terminal does: it redraws its screen, then notifies the program.
  func resize(columns: Int, rows: Int) throws {
    try screen.resize(columns: columns, rows: rows)
    device.resize(columns: columns, rows: rows)
  }

  func send(_ signal: Int32) throws {
    guard let pid = job.pid else { throw Vain(description: "no process to signal") }
    kill(pid, signal)
  }

  /// Stops the output as Ctrl-S does.
  func stopOutput() {
    device.stopOutput()
  }

  /// Closes the terminal's window.
  func hangUp() {
    device.hangUp()
  }

  func letGoOn(inForeground: Bool = true) {
    job.letGoOn(inForeground: inForeground)
  }

  // MARK: - What the test sees

  var mode: PtyDevice.Mode { device.mode }
  var pid: pid_t? { job.pid }

  /// Every byte that was written to the terminal.
  var bytes: String { String(decoding: output.bytes.withLock { $0 }, as: UTF8.self) }

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

  // MARK: - Waiting

  /// Waits until the cursor is right after this text and the program reads keys. Blanks and line
  /// ends are ignored.
  func waitForLine(_ text: String) throws {
    let text = squeezed(text)
    try wait(for: "the line \(text)") {
      try device.mode.isRaw && screen.look().beforeCursor.hasSuffix(text)
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
