import CTerminal

/// Edits the line of one question: waits for keys and makes libedit perform their commands.
final class LineEditor {
  /// The result of the editing.
  enum Ending: Equatable {
    case entered([Code])
    case back([Code])
    case endOfInput
    case interrupted
    case hungUp
  }

  /// The parts of the terminal that all questions share.
  struct Parts {
    let editLine: EditLine
    let screen: Screen
    let keyboard: Keyboard
    let state: TerminalState
    let isPlain: Bool
  }

  /// Something to do before waiting for the next key.
  enum Step {
    case run(EditFunction)
    /// Insert a character with libedit's own command, which draws only that character.
    case type(Code)
    case edit(Edit)
    case stop
    case redraw
    case leave
  }

  /// A change of libedit's line, made inside an editing function.
  enum Edit {
    case insert([Code])
    case replace([Code], cursor: Int)
    case show(Bool)
    case recode
    case showVerdict
    /// Remove the verdict from a finished line.
    case dropVerdict
    case nothing
  }

  let parts: Parts
  let codes: CodeBook
  /// Without its colours.
  let prompt: String
  /// With its colours.
  let paintedPrompt: String
  let completions: [String]
  /// `nil` if the question accepts any text.
  let fit: LineFit?
  private let afterDrawing: (() -> Void)?

  var rightPrompt: RightPrompt
  var steps: [Step] = []
  var echo = Echo()
  /// The columns that the verdict takes.
  var verdictColumns = 0
  private var hasWideVerdict = false
  private var hadWideVerdict = false
  private var edit = Edit.nothing
  /// The line before the current step, or `nil` if the step doesn't change it.
  private var before: Drawn?
  var held: Paste.Handling?
  var paste = Paste()
  private var undo = LineUndo()
  /// Whether text was killed at this question.
  private var hasKilled = false
  /// Whether nothing has changed since `settle`, so that a line of up to 64 KiB need not be
  /// compared.
  var isSettled = false
  var size = (columns: 0, rows: 0)

  private(set) var history: History
  private(set) var ending: Ending?
  /// The line that was entered, as it stands on the screen; `nil` on a plain terminal.
  private(set) var answered: AnsweredLine?
  private(set) var pasteDropped = false
  /// Whether the input exceeded the limit of a line.
  var isTooLong = false

  /// - Parameters:
  ///   - prompt: May contain colours; see `Paints`.
  ///   - verdict: Returns the text at the right end of a line, or `nil` for none.
  ///   - afterDrawing: Called after everything that a key changed has been drawn.
  init(
    _ parts: Parts, codes: CodeBook, prompt: String, history: History, completions: [String] = [],
    fit: LineFit? = nil, verdict: RightPrompt.Judge?, afterDrawing: (() -> Void)?
  ) {
    self.parts = parts
    self.codes = codes
    self.prompt = PaintedText.plain(prompt)
    paintedPrompt = PaintedText.safe(prompt)
    self.history = history
    self.completions = completions
    self.fit = fit
    rightPrompt = RightPrompt(parts.isPlain ? nil : verdict)
    self.afterDrawing = parts.isPlain ? nil : afterDrawing
    self.history.begin()
  }

  /// Asks the question. The terminal must be raw.
  func run(initial: String) -> Ending {
    let screen = parts.screen
    screen.codes = codes
    size = parts.state.size
    parts.editLine.setPrompt(promptCodes)
    parts.editLine.setRightPrompt([])
    if !initial.isEmpty { steps.append(.edit(.replace(encode(initial), cursor: .max))) }
    if !parts.isPlain { screen.put(Escape.beginPastes) }
    parts.state.listening { parts.editLine.edit(self) }
    parts.state.setFarewell("")
    if !parts.isPlain { screen.put(Escape.endPastes) }
    screen.flush()
    screen.codes = nil
    if case .entered(let line)? = ending { answered = answeredLine(line) }
    return ending ?? .hungUp
  }

  // MARK: - Driving libedit

  /// Returns the next character or function code, or `nil` to end the line without an answer.
  func nextCode() -> Code? {
    finishStep()
    while true {
      while !steps.isEmpty {
        let step = steps.removeFirst()
        if !echo.isDrawn { echo.end() }
        switch step {
        case .run(let function):
          isSettled = false
          begin(function)
          return function.code
        case .type(let code):
          isSettled = false
          if parts.isPlain { watch() }
          return code
        case .edit(let next):
          isSettled = false
          watch()
          edit = next
          return EditFunction.own.code
        case .stop: stop()
        case .redraw: redraw()
        case .leave:
          parts.screen.put(newlines(rowsBelow + 1))
          return nil
        }
      }
      // Show the key's echo first, because judging the line takes longer.
      if echo.isDrawn {
        echo.settle(with: parts.screen)
      } else if !codes.isShown, !rightPrompt.isDropped {
        // Not if the verdict was removed: the new line may have the same one, and a single write
        // avoids flicker.
        parts.screen.flush()
      }
      settle()
      guard steps.isEmpty else { continue }
      guard parts.screen.failure == nil else { return end(.hungUp) }
      if let verdict = held {
        held = nil
        obey(verdict)
      } else {
        let arrival = parts.keyboard.next(within: rightPrompt.patience)
        echo(arrival)
        if arrive(arrival) == .hungUp { return end(.hungUp) }
      }
    }
  }

  /// Called for `EditFunction.own`.
  func perform() {
    defer { edit = .nothing }
    switch edit {
    case .insert(let new):
      change { $0.insert(new) }
    case .replace(let new, let cursor):
      change { $0.replace(with: new, cursor: min(cursor, new.count)) }
    case .show(let shown):
      codes.isShown = shown
      recode()
      // The same codes are now drawn differently, which libedit doesn't know.
      before?.isSpoiled = true
    case .recode:
      change { _ in recode() }
    case .dropVerdict:
      rightPrompt.end()
      parts.editLine.setRightPrompt([])
    case .showVerdict:
      before?.isSpoiled = hadWideVerdict || hasWideVerdict
    case .nothing:
      break
    }
  }

  /// Changes the line. If its verdict must not remain next to another line, judges the new line at
  /// once, so that the two are drawn together.
  private func change(_ body: (EditLine) -> Void) {
    body(parts.editLine)
    if rightPrompt.isTiedToLine, judge(parts.editLine.line.codes) {
      before?.isSpoiled = hadWideVerdict || hasWideVerdict
    }
  }

  /// Prepares for a function of libedit's own.
  private func begin(_ function: EditFunction) {
    guard function.effect != .none || function == .clearScreen else { return }
    watch()
    before?.isCleared = function == .clearScreen
    if function.changesLine { lineChanges() }
  }

  private func watch() {
    // Flush now, because the output of the step may have to be discarded.
    parts.screen.flush()
    before = drawn
  }

  /// Corrects libedit's drawing of a step if necessary.
  private func finishStep() {
    guard let before else { return }
    self.before = nil
    if parts.isPlain { drawPlainly(before) } else { mend(before) }
  }

  // MARK: - Between keys

  /// Updates everything before the next wait, and writes the output.
  private func settle() {
    guard !isSettled else { return parts.screen.flush() }
    let (line, cursor) = parts.editLine.line
    if line.isEmpty { isTooLong = false }
    if codes.current(line) != line { return steps.append(.edit(.recode)) }
    if judge(line) { return steps.append(.edit(.showVerdict)) }
    // Once a secret's line is empty, nothing can bring its characters back, not even a yank.
    if line.isEmpty, codes.isSecret, !codes.isEmpty { codes.wipe() }
    if !codes.isSecret { undo.note(line, cursor: cursor) }
    parts.state.setFarewell(farewell)
    parts.screen.flush()
    followLine(line, cursor: cursor)
    isSettled = true
    afterDrawing?()
  }

  /// Removes a verdict that must not remain next to another line.
  private func lineChanges() {
    if rightPrompt.lineChanges() { parts.editLine.setRightPrompt([]) }
  }

  /// Judges a line and sets the right prompt.
  ///
  /// - Returns: Whether the text to show has changed.
  func judge(_ line: [Code]) -> Bool {
    guard !rightPrompt.isUnused else { return false }
    let room = geometry(line).room(columns: size.columns)
    guard rightPrompt.judge(line, room: room) else { return false }
    let text = rightPrompt.text
    // libedit needs a free column on both sides of the text.
    let painted = text.isEmpty ? [] : codes.paint(" " + text)
    parts.editLine.setRightPrompt(painted)
    hadWideVerdict = hasWideVerdict
    hasWideVerdict = hasWide(painted)
    verdictColumns = painted.reduce(0) { $0 + codes.columns(of: $1) }
    return true
  }

  func recode() {
    let line = parts.editLine.line
    let before = codes.current(Array(line.codes[..<line.cursor]))
    parts.editLine.replace(with: codes.current(line.codes), cursor: before.count)
  }

  // MARK: - Events

  private func arrive(_ arrival: Keyboard.Arrival) -> Ending? {
    switch arrival {
    case .key(let key): obey(paste.judge(key))
    case .interrupted: interrupt()
    case .stopped:
      hide()
      steps.append(.stop)
    case .continued: steps.append(.redraw)
    case .resized: resize()
    case .woken: judgeAgain()
    case .nothing: isSettled = false
    case .hungUp: return .hungUp
    }
    return nil
  }

  private func obey(_ verdict: Paste.Handling) {
    switch verdict {
    case .nothing: break
    case .text(let key): insert(key)
    case .key(let key):
      let command = EditCommand(key, isSecret: codes.isSecret)
      if command == .insert { insert(key) } else { obey(command) }
    }
  }

  private func obey(_ command: EditCommand) {
    let line = parts.editLine.line
    beginAnew(after: command)
    switch command {
    case .insert, .ignore: break
    case .run(let function): run(function, line.cursor, line.codes.count)
    case .enter:
      pasteDropped = paste.dropped
      if parts.keyboard.dropRest() { pasteDropped = true }
      ending = .entered(line.codes)
      hide()
      steps.append(.run(.newline))
    case .deleteOrEnd:
      if line.codes.isEmpty { finish(.endOfInput) } else { obey(.deleteForward) }
    case .deleteBackward: delete(line.codes, at: line.cursor - 1)
    case .deleteForward: delete(line.codes, at: line.cursor)
    case .complete: complete(line.codes, line.cursor)
    case .undo: undoInLine()
    case .older where fit != nil, .newer where fit != nil: beep()
    case .older: recall(history.older(than: codes.text(of: line.codes)))
    case .newer: recall(history.newer())
    case .show:
      if parts.isPlain { beep() } else { steps.append(.edit(.show(!codes.isShown))) }
    case .back: finish(.back(line.codes))
    case .interrupt: interrupt()
    case .beep: beep()
    }
  }

  private func run(_ function: EditFunction, _ cursor: Int, _ count: Int) {
    // libedit would beep as well, but transposing moves the cursor without drawing that. For a
    // secret, it would clear the kill buffer.
    if function.isIdle(at: cursor, of: count) { return beep() }
    let function = codes.isSecret ? function.asOneWord : function
    // libedit's kill buffer may come from another question. Its text may not be an answer to this
    // one, and its codes stand for other characters here.
    if function == .yank, fit != nil || !hasKilled { return beep() }
    if function.effect == .kills { hasKilled = true }
    // The terminal may move what is being cleared to its scrollback.
    if function == .clearScreen { hide() }
    steps.append(.run(function))
  }

  private func interrupt() {
    // The signal overtakes keys that were typed before it. They belong to the cleared line.
    let wasTyped = parts.keyboard.flush()
    paste = Paste()
    held = nil
    let wasRefused = fit?.isSpoiled == true
    guard wasTyped || wasRefused || !parts.editLine.line.codes.isEmpty else {
      return finish(.interrupted)
    }
    beginAnew(after: .interrupt)
    hide()
    steps.append(.edit(.replace([], cursor: 0)))
    history.begin()
  }

  private func undoInLine() {
    guard let earlier = undo.undo() else { return beep() }
    steps.append(.edit(.replace(earlier.line, cursor: earlier.cursor)))
  }

  private func dropVerdict() {
    if !rightPrompt.isUnused { steps.append(.edit(.dropVerdict)) }
  }

  private func hide() {
    if codes.isShown { steps.append(.edit(.show(false))) }
  }

  private func finish(_ ending: Ending) {
    self.ending = ending
    hide()
    dropVerdict()
    steps.append(.leave)
  }

  private func end(_ ending: Ending) -> Code? {
    self.ending = ending
    return nil
  }

  /// Judges the same line again, because its verdict may have changed.
  func judgeAgain() {
    rightPrompt.judgeAgain()
    isSettled = false
  }

  func beep() {
    parts.screen.put("\u{07}")
  }
}
