import CTerminal
import Glibc
import Runtime
import Secrets
import Text

/// The user's terminal: asks questions with libedit and shows work in progress. Its mode is
/// restored however the program ends.
///
/// There can be only one at a time. It is used by one thread, which it blocks while it waits for
/// keys.
package final class Terminal {
  /// The maximum length of an answer, in bytes.
  package static let longestLine = 65_536

  private let state: TerminalState
  private let screen: Screen
  private let keyboard: Keyboard
  private let ordinary: EditLine
  /// A separate handle for secrets, so that libedit's kill buffer is never shared with an ordinary
  /// question.
  private let secret: EditLine
  private var history = History()
  private var work = Stopwatch(ContinuousClock())
  /// The line that was entered last, while nothing has been written below it.
  private var answered: AnsweredLine?
  private let output: CInt

  /// Whether only text and newlines are written: no escape sequences, spinner or colours.
  package let isPlain: Bool

  /// Ends the current call of `work` or the next one, and requests a question's `verdict` again.
  /// May be called from any thread.
  package let wake: @Sendable () -> Void

  /// Saves the terminal's mode, makes the terminal raw and installs the signal handlers. If the
  /// program is in the background, it stops until it is in the foreground.
  ///
  /// - Parameters:
  ///   - input: The descriptor from which keys are read.
  ///   - output: The descriptor of the same terminal for drawing.
  ///   - term: The kind of terminal, as in `TERM`. `nil`, "" or an unknown kind means plain.
  ///   - plain: Whether to write no escape sequences, whatever the terminal supports.
  ///   - drawing: The descriptor to which everything is written; by default, `output`. A test that
  ///     films the terminal receives each write on its own.
  package init(
    input: CInt, output: CInt, term: String?, plain: Bool, drawing: CInt? = nil
  ) throws(TerminalError) {
    let drawing = drawing ?? output
    let signals = try Notices()
    let wakes = try Notices()
    wake = { wakes.post() }
    state = try TerminalState(input: input, output: output, signals: signals)
    screen = Screen(output: drawing)
    keyboard = Keyboard(input: input, signals: signals, wakes: wakes)
    let name = plain ? "dumb" : term.flatMap { $0.isEmpty ? nil : $0 } ?? "dumb"
    ordinary = try EditLine(input: input, output: output, screen: screen, terminal: name)
    isPlain = !ordinary.knowsEscapes
    if isPlain, name != "dumb" { ordinary.setTerminal("dumb") }
    // Create this handle now, because libedit briefly enables echo when it creates one.
    secret = try EditLine(
      input: input, output: output, screen: screen, terminal: isPlain ? "dumb" : name)
    self.output = drawing
  }

  // MARK: - Questions

  /// Asks a question and waits for a line. When that is entered, its verdict stays next to it until
  /// `finishAnswer`.
  ///
  /// - Parameters:
  ///   - prompt: The prompt. If it has several lines, all but the last are written above. It may
  ///     contain colours (`ESC [ … m`).
  ///   - initial: The initial contents of the line.
  ///   - completions: The lines to which Tab completes, such as "/edit username".
  ///   - closed: The texts that the line may contain, or `nil` for any. Its hint replaces the
  ///     verdict.
  ///   - verdict: Returns the text at the right end of the line. Called when the line has changed,
  ///     at each `wake()`, and when the last result expires, but never on a plain terminal.
  ///   - afterDrawing: Called after a verdict has been drawn, for work that would delay a key's
  ///     echo.
  package func readLine(
    prompt: String, initial: String = "", completions: [String] = [], closed: ClosedLine? = nil,
    verdict: ((Typed<String>, _ columns: Int) -> LiveText)? = nil,
    afterDrawing: (() -> Void)? = nil
  ) -> TerminalInput {
    guard state.makeRaw() else { return .hungUp }
    let codes = CodeBook(dot: nil)
    let fit = closed.map { LineFit($0) }
    let judge: RightPrompt.Judge? = verdict.map { verdict in
      { line, room in
        if let problem = codes.problem(in: line) { return verdict(.malformed(problem), room) }
        return verdict(.answer(codes.text(of: line)), room)
      }
    }
    return run(
      LineEditor(
        parts(ordinary), codes: codes, prompt: lastLine(prompt), history: history,
        completions: completions, fit: fit,
        verdict: fit.map { fit in
          { line, room in fit.isSpoiled ? fit.hint(columns: room) : judge?(line, room) ?? .nothing }
        } ?? judge,
        afterDrawing: afterDrawing), initial: initial)
  }

  /// Asks for a secret, which is drawn as dots. Keys typed before the prompt appears are discarded.
  /// The secret never reaches libedit or the history.
  ///
  /// - Parameter verdict: As in `readLine`. The secret is valid only during the call.
  package func readSecret(
    prompt: String, verdict: ((Typed<SecretBuffer>, _ columns: Int) -> LiveText)? = nil
  ) -> TerminalInput {
    guard state.makeRaw() else { return .hungUp }
    keyboard.flush()
    let codes = CodeBook(dot: isPlain ? "*" : "•")
    return run(
      LineEditor(
        parts(secret), codes: codes, prompt: lastLine(prompt), history: History(),
        verdict: verdict.map { verdict in
          { line, room in
            if let problem = codes.problem(in: line) { return verdict(.malformed(problem), room) }
            return codes.withSecret(of: line) { verdict(.answer($0), room) }
          }
        }, afterDrawing: nil))
  }

  /// Adds an answer to the history of ordinary questions. `readLine` does not, so that the caller
  /// can leave out refused answers.
  package func addHistory(_ answer: String) {
    history.add(answer)
  }

  // MARK: - Output

  /// Draws the verdict on the line that was entered last, and the line's answer in another colour,
  /// unless anything has been written since.
  ///
  /// - Parameters:
  ///   - verdict: Replaces the text next to the line; "" removes it. May contain colours.
  ///   - missing: The answer to show in an empty line, or `nil` for none.
  ///   - paint: Returns the answer with its colour, or `nil` to leave it as it is.
  /// - Returns: Whether the verdict stands next to the line. If not, there was too little room.
  package func finishAnswer(
    verdict: String, missing: String? = nil, paint: ((String) -> String)? = nil
  ) throws(TerminalError) -> Bool {
    guard var line = answered else { return false }
    answered = nil
    let resized = line.resize(to: state.size)
    if let missing { line.fill(with: missing) }
    let fits = PaintedText.columns(of: verdict) <= line.room
    let drawn = line.setRight(fits ? verdict : "") + (paint.map { line.paintAnswer($0) } ?? "")
    try write(resized + drawn)
    return fits && !verdict.isEmpty
  }

  /// Writes text unchanged. Pass text from outside through `escapingControls` first.
  ///
  /// - Throws: If the terminal was closed.
  package func write(_ text: String) throws(TerminalError) {
    if text.isEmpty { return }
    answered = nil
    var text = text
    let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: output) }
    if let code { throw .system(call: "write", code: code) }
  }

  /// The terminal's width in columns; 80 if it is unknown.
  package var columns: Int { Layout(width: state.size.columns).width }

  /// Shows work in progress until `wake()`. Keys typed meanwhile are dropped.
  ///
  /// - Parameters:
  ///   - frame: Returns the text to draw, or `nil` for none. Called every 80 ms, but never on a
  ///     plain terminal.
  ///   - period: The interval between notes on a plain terminal.
  ///   - note: Returns the line to write on a plain terminal after a number of periods.
  ///   - continues: Whether this is the same work as in the previous call, so that its time
  ///     continues.
  ///   - nextToAnswer: Whether to draw next to the line that was entered last, if there is room.
  /// - Returns: The reason. A Ctrl-C counts from the moment when the line that started the work was
  ///   entered.
  package func work(
    _ frame: (_ elapsed: Duration, _ columns: Int) -> String?,
    each period: Duration = .seconds(10),
    note: (_ periods: Int) -> String = { _ in "" }, continues: Bool = false,
    nextToAnswer: Bool = false
  ) -> WorkEnd {
    guard state.makeRaw() else { return .hungUp }
    if !continues { work = Stopwatch(ContinuousClock()) }
    var worker = Worker(
      state: state, screen: screen, keyboard: keyboard, isPlain: isPlain, period: period,
      stopwatch: work, answered: answered)
    defer { answered = worker.answered }
    return worker.run(frame, note, nextToAnswer: nextToAnswer)
  }

  /// Ends the work that a line started. A Ctrl-C that came too late to cancel it is discarded, so
  /// that it doesn't affect the next question.
  package func workEnded() {
    keyboard.dropInterrupts()
  }

  /// Waits for a pause in the typing, at most a minute, and discards everything typed before it.
  ///
  /// Call this before saying what makes another question come next. A line typed ahead of those words
  /// was meant for a different one, and may be a secret. A program that waits for the words loses
  /// nothing. Before the first question has been answered, nothing is discarded.
  package func discardTypeAhead() {
    guard state.makeRaw() else { return }
    keyboard.discardTypeAhead()
  }

  /// Restores the terminal's mode. No questions can be asked afterwards.
  package func close() {
    state.end()
  }

  /// Restores the mode of the open terminal, if there is one, before the program ends.
  package static func restore() {
    terminal_guard_restore()
  }

  /// Restores the terminal and ends the program with SIGINT, so that the shell sees the cause. Call
  /// this after `.interrupted`; other signals end the program by themselves.
  package func endByInterrupt() -> Never {
    terminal_die_of(SIGINT)
  }

  // MARK: - Parts

  private func parts(_ editLine: EditLine) -> LineEditor.Parts {
    LineEditor.Parts(
      editLine: editLine, screen: screen, keyboard: keyboard, state: state, isPlain: isPlain)
  }

  private func run(_ editor: LineEditor, initial: String = "") -> TerminalInput {
    answered = nil
    let codes = editor.codes
    let ending = editor.run(initial: initial)
    answered = editor.answered
    switch ending {
    case .entered(let line):
      if editor.fit?.isSpoiled == true { return .unfitting }
      if let problem = editor.isTooLong ? .tooLong : codes.problem(in: line) {
        return .malformed(problem)
      }
      return codes.isSecret
        ? .secret(codes.secret(of: line), pasteDropped: editor.pasteDropped)
        : .line(codes.text(of: line), pasteDropped: editor.pasteDropped)
    case .back(let line): return .back(halfTyped: codes.isSecret ? "" : codes.text(of: line))
    case .endOfInput: return .endOfInput
    case .interrupted: return .interrupted
    case .hungUp: return .hungUp
    }
  }

  private func lastLine(_ prompt: String) -> String {
    var lines = prompt.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let last = lines.removeLast()
    for line in lines { screen.put(PaintedText.safe(line) + "\n") }
    return last
  }
}
