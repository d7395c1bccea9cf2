import CTerminal
import Glibc
import Threads

/// The terminal's mode, and the guard that restores it on every way out.
///
/// The terminal is raw from the first question on until `end`, not only while a line is edited: what
/// is typed ahead of a secret question must not be echoed.
final class TerminalState {
  private let input: CInt

  init(input: CInt, output: CInt, signals: Notices) throws(TerminalError) {
    self.input = input
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    SignalStack.keepForThisThread()
    // In the background the mode is the shell's own, and not the one to come back to.
    guard terminal_await_foreground(input) == 0 else {
      throw .system(call: "tcgetpgrp", code: errno)
    }
    var original = termios()
    guard tcgetattr(input, &original) == 0 else { throw .system(call: "tcgetattr", code: errno) }
    var raw = Self.raw(from: original)
    guard terminal_guard_start(input, output, signals.writer, &original, &raw) == 0 else {
      throw .inUse
    }
  }

  deinit {
    end()
  }

  /// What libedit edits in, so that nothing changes when a line begins. NOFLSH: Ctrl-Z must not lose
  /// what was typed before it, nor what is being drawn.
  private static func raw(from original: termios) -> termios {
    var raw = original
    raw.c_iflag &= ~tcflag_t(IGNCR | ISTRIP)
    raw.c_iflag |= tcflag_t(ICRNL)
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHOK | ECHONL | IEXTEN)
    raw.c_lflag |= tcflag_t(ISIG | NOFLSH)
    withUnsafeMutableBytes(of: &raw.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    return raw
  }

  /// Makes the terminal raw. False when it has gone.
  func makeRaw() -> Bool {
    terminal_guard_raw() == 0
  }

  /// Stops the program as Ctrl-Z does, with the terminal as it was; comes back when it goes on.
  func stop(_ keyboard: Keyboard) {
    terminal_guard_stop()
    // It was let go on, or could not be stopped. A key that is typed from here on is the program's, and
    // no longer the terminal's to edit.
    _ = makeRaw()
    keyboard.awaitContinuation()
  }

  /// While `body` runs, interrupts, stops and resizes are its to read from the pipe. An interrupt that
  /// comes after it is kept for whoever reads next: it is meant for what the line that was entered began.
  func listening<Result>(_ body: () -> Result) -> Result {
    terminal_guard_listen(TERMINAL_READS)
    defer { terminal_guard_listen(TERMINAL_KEEPS) }
    return body()
  }

  /// What a signal handler writes before it restores the mode.
  func setFarewell(_ text: String) {
    var text = text
    text.withUTF8 { terminal_guard_set_farewell($0.baseAddress, $0.count) }
  }

  /// Restores the mode and the signal handlers.
  func end() {
    terminal_guard_end()
  }

  /// Columns and rows; 0 where they are not known.
  var size: (columns: Int, rows: Int) {
    let size = TerminalSize(of: input).bounded
    return (size.columns, size.rows)
  }
}
