import Foundation
import TestSupport

/// A real terminal: tmux, with the program in its only window. Every wait is for a state of the
/// terminal, with a deadline, and never for a period of time.
final class TmuxTerminal {
  enum Failure: Error, CustomStringConvertible {
    case tmux(String)
    case deadline(waitingFor: String, screen: String)

    var description: String {
      switch self {
      case .tmux(let words): "tmux: \(words)"
      case .deadline(let state, let screen): "waited for \(state) in vain; the screen:\n\(screen)"
      }
    }
  }

  /// A command line that runs a program and writes its process ID to `$HOME/pid`, its status as a
  /// shell sees it to `$HOME/status`, and the terminal's mode to `$HOME/before` and `$HOME/after`.
  /// It uses Perl, because a shell ends itself after an interrupt has ended its child, or restores
  /// the mode itself.
  static func watched(_ line: String) -> String {
    """
    stty -g > $HOME/before
    exec perl -e '
      sub note { open my $file, ">", "$ENV{HOME}/$_[0]"; print $file "$_[1]\n"; close $file }
      $SIG{INT} = sub {};
      my $child = fork;
      exec @ARGV if !$child;
      note("pid", $child);
      0 until waitpid($child, 0) == $child;
      note("status", $? & 127 ? 128 + ($? & 127) : $? >> 8);
      system("stty -g > $ENV{HOME}/after");
    ' \(line)
    """
  }

  let scratch: Scratch
  private let socket: String
  private let tty: String

  /// Starts a shell's command line, in which `$BOT` is the program, in a terminal that stays open
  /// after the end.
  init(
    _ line: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    scratch: Scratch
  ) throws {
    self.scratch = scratch
    socket = scratch.path + "/tmux"
    var variables = ["BOT": Program.path, "HOME": scratch.path, "LANG": "C.UTF-8"]
    variables.merge(environment) { $1 }
    let settings = variables.sorted { $0.key < $1.key }
      .map { "\($0.key)=\(Program.quoted($0.value))" }.joined(separator: " ")
    try scratch.file("tmux.conf", "set -g remain-on-exit on\n")
    let command = "exec env \(settings) bash --norc --noprofile -c \(Program.quoted(line))"
    let arguments = [
      "-S", socket, "-f", scratch.path + "/tmux.conf", "-u", "new-session", "-d", "-x",
      String(columns), "-y", String(rows), command,
    ]
    _ = try Self.run(arguments)
    tty = try Self.run(["-S", socket, "display", "-p", "#{pane_tty}"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    _ = try? Self.run(["-S", socket, "kill-server"])
  }

  @discardableResult
  func tmux(_ arguments: String...) throws -> String {
    try Self.run(["-S", socket] + arguments)
  }

  /// Types text as it is.
  func type(_ text: String) throws {
    try tmux("send-keys", "-l", "--", text)
  }

  /// Types text, and waits until the last line consists of these parts.
  func type(_ text: String, thenWaitFor parts: String...) throws {
    try type(text)
    try waitForParts(parts)
  }

  /// Presses keys by tmux's names: `Enter`, `C-c`, `BTab`.
  func press(_ keys: String...) throws {
    _ = try Self.run(["-S", socket, "send-keys"] + keys)
  }

  /// Types a line. Enter is pressed only once the text is on the screen: together they would be
  /// taken for a paste, and the prompt that is still empty for the next one.
  func enter(_ text: String) throws {
    if !text.isEmpty {
      let before = try screen()
      try type(text)
      try wait(for: "what was typed") { try screen() != before }
    }
    try press("Enter")
  }

  /// Answers each question in turn, once the program waits for its answer.
  func answer(_ answers: KeyValuePairs<String, String>) throws {
    for (question, answer) in answers {
      try waitForPrompt(question)
      try enter(answer)
    }
  }

  /// The screen's lines, without the empty ones at the end.
  func screen() throws -> [String] {
    var lines = try tmux("capture-pane", "-p").components(separatedBy: "\n")
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Everything that is and was on the screen, with wrapped lines joined.
  func history() throws -> String {
    try tmux("capture-pane", "-p", "-J", "-S", "-")
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", String(columns), "-y", String(rows))
  }

  /// Whether the terminal gives each key to the program at once.
  var isRaw: Bool {
    let descriptor = open(tty, O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var mode = termios()
    return tcgetattr(descriptor, &mode) == 0 && mode.c_lflag & tcflag_t(ICANON) == 0
  }

  /// Waits until the last line is a prompt with nothing after it except a hint at its right, and the
  /// program reads keys.
  func waitForPrompt(_ prompt: String) throws {
    try wait(for: "the prompt \(prompt)") {
      let last = try screen().last ?? ""
      return isRaw
        && last.components(separatedBy: "  ").first?
          .trimmingCharacters(in: .whitespaces) == prompt
    }
  }

  /// Waits for a line that ends with this text, not counting a verdict at its right.
  func waitForLine(_ line: String) throws {
    try wait(for: "the line \(line)") {
      try screen().contains { $0.hasSuffix(line) || $0.contains(line + "  ") }
    }
  }

  /// Waits until the last line consists of these parts, whatever spaces are between them.
  func waitForParts(_ parts: String...) throws { try waitForParts(parts) }

  private func waitForParts(_ parts: [String]) throws {
    try wait(for: parts.joined(separator: " … ")) {
      let words = try screen().last?.components(separatedBy: "  ")
      return words?.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } == parts
    }
  }

  /// Waits until the last line begins with this text and the program reads keys.
  func waitForLastLine(beginning text: String) throws {
    try wait(for: "the last line \(text)") { try isRaw && screen().last?.hasPrefix(text) == true }
  }

  /// Waits until the program in the window has ended.
  func waitForEnd() throws {
    try wait(for: "the end") {
      try tmux("display", "-p", "#{pane_dead}").hasPrefix("1")
    }
  }

  func wait(for state: String, _ holds: () throws -> Bool) throws {
    guard try !Deadline.awaits(holds) else { return }
    throw Failure.deadline(waitingFor: state, screen: try screen().joined(separator: "\n"))
  }

  private static func run(_ arguments: [String]) throws -> String {
    try Scratch.with { scratch in
      let output = scratch.path + "/output"
      let status = try Spawn.run(
        ["tmux"] + arguments, environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"],
        output: output, errors: output)
      let text = try scratch.text("output")
      guard status == 0 else { throw Failure.tmux(text) }
      return text
    }
  }
}
