import CTerminal
import Glibc
import Runtime

/// The terminal's mode, which is restored however the program ends.
///
/// The terminal stays raw from the first question until `end`, not only while a line is being
/// edited, so that keys typed ahead of a secret question are not echoed.
final class TerminalState {
  private let input: CInt

  init(input: CInt, output: CInt, signals: Notices) throws(TerminalError) {
    self.input = input
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    SignalStack.keepForThisThread()
    // In the background, the current mode is the shell's and must not be saved as the original.
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

  /// Returns the mode in which libedit edits, so that nothing changes when a line begins. With
  /// NOFLSH, Ctrl-Z discards neither keys typed before it nor pending output.
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

  /// Makes the terminal raw. Returns `false` if the terminal was closed.
  func makeRaw() -> Bool {
    terminal_guard_raw() == 0
  }

  /// Restores the terminal and stops the program, as Ctrl-Z does. Returns when the program
  /// continues.
  func stop(_ keyboard: Keyboard) {
    terminal_guard_stop()
    // The program was continued, or could not be stopped. From here on, the terminal must not
    // process keys itself.
    _ = makeRaw()
    keyboard.awaitContinuation()
  }

  /// While `body` runs, it reads interrupts, stops and resizes from the pipe. A later interrupt is
  /// kept for the next reader, because it is meant for the work that the entered line started.
  func listening<Result>(_ body: () -> Result) -> Result {
    terminal_guard_listen(TERMINAL_READS)
    defer { terminal_guard_listen(TERMINAL_KEEPS) }
    return body()
  }

  /// Sets the text that a signal handler writes before it restores the mode.
  func setFarewell(_ text: String) {
    var text = text
    text.withUTF8 { terminal_guard_set_farewell($0.baseAddress, $0.count) }
  }

  /// Restores the mode.
  func end() {
    terminal_guard_end()
  }

  /// The number of columns and rows; zero if unknown.
  var size: (columns: Int, rows: Int) {
    let size = TerminalSize(of: input).bounded
    return (size.columns, size.rows)
  }
}

/// Why the terminal can't be used.
package enum TerminalError: Error, Equatable, Sendable {
  /// The input or the output is not a terminal.
  case notATerminal

  /// Another `Terminal` is open in this process. A signal handler can restore only one.
  case inUse

  /// There is no UTF-8 locale, not even C.UTF-8.
  case noUTF8Locale

  /// A system call failed; `code` is its errno.
  case system(call: String, code: CInt)
}
