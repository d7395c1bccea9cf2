import CTerminal
import Glibc
import Secrets
import Text

/// A person's terminal: asks questions over libedit, shows work under way, and is restored on every
/// way out. One at a time, used by one thread, which it blocks while it waits for keys.
package final class Terminal {
  /// The most bytes that an answer may have.
  package static let longestLine = 65_536

  private let state: TerminalState
  private let screen: Screen
  private let keyboard: Keyboard
  private let ordinary: EditLine
  /// Secrets have a handle of their own: what libedit keeps of a line (its kill buffer) then never
  /// meets an ordinary question.
  private let secret: EditLine
  private var history = History()
  private var workStart: ContinuousClock.Instant?
  private let output: CInt

  /// Whether nothing but text and line ends is written: no escape sequence, no spinner, no colour.
  package let isPlain: Bool

  /// Ends `work`, the one under way or the next one; asks a question's `verdict` again. From any
  /// thread.
  package let wake: @Sendable () -> Void

  /// Remembers the terminal's mode, makes it raw and takes over the signals. If the program is in the
  /// background, it stops here until it is in the foreground.
  /// - Parameters:
  ///   - input: the descriptor that keys come from.
  ///   - output: the descriptor of the same terminal that is drawn on.
  ///   - term: the terminal's kind, as in `TERM`. Nil, "" or an unknown one is plain.
  ///   - plain: writes no escape sequences, whatever the terminal can do.
  package init(input: CInt, output: CInt, term: String?, plain: Bool) throws(TerminalError) {
    let signals = try Notices()
    let wakes = try Notices()
    wake = { wakes.post() }
    state = try TerminalState(input: input, output: output, signals: signals)
    screen = Screen(output: output)
    keyboard = Keyboard(input: input, signals: signals, wakes: wakes)
    let name = plain ? "dumb" : term.flatMap { $0.isEmpty ? nil : $0 } ?? "dumb"
    ordinary = try EditLine(input: input, output: output, screen: screen, terminal: name)
    isPlain = !ordinary.knowsEscapes
    if isPlain, name != "dumb" { ordinary.setTerminal("dumb") }
    // Made now, because libedit switches echo on for a moment when it makes one.
    secret = try EditLine(
      input: input, output: output, screen: screen, terminal: isPlain ? "dumb" : name)
    self.output = output
  }

  // MARK: - Questions

  /// Asks a question and waits for a line.
  /// - Parameters:
  ///   - prompt: one line; lines before it are written above.
  ///   - initial: what stands in the line at first.
  ///   - completions: what Tab completes the line to: whole lines such as "/edit username".
  ///   - closed: what the line may hold; nil for any text. Its hint replaces the verdict.
  ///   - verdict: called with the text when it has changed, and again at each `wake()` and when its
  ///     result expires. Its result stands at the right end of the line until that is finished; on a
  ///     plain terminal it is never asked.
  ///   - afterDrawing: called once a verdict stands on the screen, for what
  ///     would keep a key's echo waiting.
  package func readLine(
    prompt: String, initial: String = "", completions: [String] = [], closed: ClosedLine? = nil,
    verdict: ((Typed<String>, _ columns: Int) -> LiveText)? = nil,
    afterDrawing: (() -> Void)? = nil
  ) -> TerminalInput {
    guard state.makeRaw() else { return .hungUp }
    let codes = CodeBook(dot: nil)
    let fit = closed.map { LineFit($0) }
    let judge: RightPrompt.Verdict? = verdict.map { verdict in
      { line, room in
        if let problem = codes.problem(in: line) { return verdict(.malformed(problem), room) }
        return verdict(.answer(codes.text(of: line)), room)
      }
    }
    let editor = LineEditor(
      parts(ordinary), codes: codes, prompt: lastLine(prompt), history: history,
      completions: completions, fit: fit,
      verdict: fit.map { fit in
        { line, room in fit.isSpoiled ? fit.hint(columns: room) : judge?(line, room) ?? .nothing }
      } ?? judge,
      afterDrawing: afterDrawing)
    return switch editor.run(initial: initial) {
    case .entered(let line):
      if fit?.isSpoiled == true {
        .unfitting
      } else if let problem = problem(editor, codes, line) {
        .malformed(problem)
      } else {
        .line(codes.text(of: line), pasteDropped: editor.pasteDropped)
      }
    case .back(let line): .back(halfTyped: codes.text(of: line))
    case .endOfInput: .endOfInput
    case .interrupted: .interrupted
    case .hungUp: .hungUp
    }
  }

  /// Asks for a secret, drawn as dots. What was typed ahead is dropped before the prompt appears.
  /// Neither the history nor libedit ever holds it.
  /// - Parameter verdict: as with `readLine`. The secret is lent for the length of the call.
  package func readSecret(
    prompt: String, verdict: ((Typed<SecretBuffer>, _ columns: Int) -> LiveText)? = nil
  ) -> TerminalInput {
    guard state.makeRaw() else { return .hungUp }
    keyboard.flush()
    let codes = CodeBook(dot: isPlain ? "*" : "•")
    let editor = LineEditor(
      parts(secret), codes: codes, prompt: lastLine(prompt), history: History(),
      verdict: verdict.map { verdict in
        { line, room in
          if let problem = codes.problem(in: line) { return verdict(.malformed(problem), room) }
          return codes.withSecret(of: line) { verdict(.answer($0), room) }
        }
      }, afterDrawing: nil)
    return switch editor.run(initial: "") {
    case .entered(let line):
      if let problem = problem(editor, codes, line) {
        .malformed(problem)
      } else {
        .secret(codes.secret(of: line), pasteDropped: editor.pasteDropped)
      }
    case .back: .back(halfTyped: "")
    case .endOfInput: .endOfInput
    case .interrupted: .interrupted
    case .hungUp: .hungUp
    }
  }

  /// Puts an answer into the history of ordinary questions. Reading a line does not, so that a refused
  /// answer need not be there.
  package func addHistory(_ answer: String) {
    history.add(answer)
  }

  // MARK: - Output

  /// Writes text as it is, line ends and all. Text from outside goes through `escapingControls`
  /// first. Throws when the terminal has gone.
  package func write(_ text: String) throws(TerminalError) {
    var text = text
    let result: Result<Void, TerminalError> = text.withUTF8 { bytes in
      Result { () throws(TerminalError) in
        try writeAll(UnsafeRawBufferPointer(bytes), to: output)
      }
    }
    try result.get()
  }

  /// The terminal's width in columns; 80 where it doesn't say.
  package var columns: Int { Layout(width: state.size.columns).width }

  /// Shows that something goes on until `wake()`. What is typed meanwhile is dropped.
  /// - Parameters:
  ///   - frame: what to draw after so much time in so many columns; nil for nothing. It is asked each
  ///     80 ms, and never on a plain terminal.
  ///   - period: how often a plain terminal gets a note.
  ///   - note: a line to write on a plain terminal after so many whole periods.
  ///   - continues: whether it is the same work as in the call before, and its time runs on.
  /// - Returns: `.interrupted` also for a Ctrl-C since the line was entered that began the work.
  package func work(
    _ frame: (_ elapsed: Duration, _ columns: Int) -> String?,
    each period: Duration = .seconds(10),
    note: (_ periods: Int) -> String = { _ in "" }, continues: Bool = false
  ) -> WorkEnd {
    guard state.makeRaw() else { return .hungUp }
    let clock = ContinuousClock()
    if !continues { workStart = clock.now }
    var worker = Worker(
      state: state, screen: screen, keyboard: keyboard, isPlain: isPlain, period: period,
      start: workStart ?? clock.now)
    return worker.run(frame, note)
  }

  /// Tells that the work that a line began is over. A Ctrl-C that came while it went on, too late to
  /// cancel it, does not go to the next question.
  package func workEnded() {
    keyboard.dropInterrupts()
  }

  /// Restores the terminal and the signals' handling. Nothing may be asked afterwards.
  package func close() {
    state.end()
  }

  /// Restores the terminal's mode, if there is a terminal, for a program that is about to end.
  package static func restore() {
    terminal_guard_restore()
  }

  /// Restores the terminal and ends the program by SIGINT, so that a shell sees what happened. This is
  /// for `.interrupted`; other signals do the same by themselves.
  package func endByInterrupt() -> Never {
    terminal_die_of(SIGINT)
  }

  // MARK: - Parts

  private func parts(_ editLine: EditLine) -> LineEditor.Parts {
    LineEditor.Parts(
      editLine: editLine, screen: screen, keyboard: keyboard, state: state, isPlain: isPlain)
  }

  private func lastLine(_ prompt: String) -> String {
    var lines = prompt.split(separator: "\n", omittingEmptySubsequences: false)
    let last = lines.removeLast()
    for line in lines { screen.put(escapingControls(String(line)) + "\n") }
    return escapingControls(String(last))
  }

  private func problem(_ editor: LineEditor, _ codes: CodeBook, _ line: [Code]) -> Malformed? {
    editor.isTooLong ? .tooLong : codes.problem(in: line)
  }
}
