import CTerminal

/// Edits one line for one question: waits for keys and tells libedit what they do.
final class LineEditor: EditLineDriver {
  /// How the editing ended.
  enum Ending: Equatable {
    case entered([Code])
    case back([Code])
    case endOfInput
    case interrupted
    case hungUp
  }

  /// The parts of a terminal that all questions share.
  struct Parts {
    let editLine: EditLine
    let screen: Screen
    let keyboard: Keyboard
    let state: TerminalState
    let isPlain: Bool
  }

  /// Something to do before the next key is waited for.
  enum Step {
    case run(EditFunction)
    /// libedit's own way of putting a character in, which draws that and nothing else.
    case type(Code)
    case edit(Edit)
    case stop
    case redraw
    case leave
  }

  /// A change of libedit's line that is made inside an editing function.
  enum Edit {
    case insert([Code])
    case replace([Code], cursor: Int)
    case clear
    case show(Bool)
    case recode
    case showVerdict
    /// Takes the verdict off a line that is finished.
    case dropVerdict
    case nothing
  }

  let parts: Parts
  let codes: CodeBook
  let prompt: String
  let completions: [String]
  /// Nil if any text may be an answer.
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
  /// What stood on the screen before the step under way; nil where it changes no line.
  private var before: Drawn?
  var held: Paste.Verdict?
  var paste = Paste()
  private var undo = LineUndo()
  /// Whether something was killed at this question.
  private var hasKilled = false
  /// Whether nothing has changed since `settle`: looking at 64 KiB after each key takes time.
  var isSettled = false
  var size = (columns: 0, rows: 0)

  private(set) var history: History
  private(set) var ending: Ending?
  private(set) var pasteDropped = false
  /// More was typed or pasted than a line may hold.
  var isTooLong = false

  /// - Parameters:
  ///   - verdict: what stands at the right end of a line, for so many columns.
  ///   - afterDrawing: called when all has been drawn that a key has changed.
  init(
    _ parts: Parts, codes: CodeBook, prompt: String, history: History, completions: [String] = [],
    fit: LineFit? = nil, verdict: RightPrompt.Verdict?, afterDrawing: (() -> Void)?
  ) {
    self.parts = parts
    self.codes = codes
    self.prompt = prompt
    self.history = history
    self.completions = completions
    self.fit = fit
    rightPrompt = RightPrompt(parts.isPlain ? nil : verdict)
    self.afterDrawing = parts.isPlain ? nil : afterDrawing
    self.history.begin()
  }

  /// Asks. The terminal is raw already.
  func run(initial: String) -> Ending {
    let screen = parts.screen
    screen.codes = codes
    size = parts.state.size
    parts.editLine.setPrompt(prompt)
    parts.editLine.setRightPrompt([])
    if !initial.isEmpty { steps.append(.edit(.replace(encode(initial), cursor: .max))) }
    if !parts.isPlain { screen.put(Escape.beginPastes) }
    parts.state.listening { parts.editLine.edit(self) }
    parts.state.setFarewell("")
    if !parts.isPlain { screen.put(Escape.endPastes) }
    screen.flush()
    screen.codes = nil
    return ending ?? .hungUp
  }

  // MARK: - What libedit asks

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
      // A key's echo comes first; all that is to be said of the line takes longer.
      if echo.isDrawn {
        echo.settle(with: parts.screen)
      } else if !codes.isShown, !rightPrompt.isDropped {
        // A verdict that was dropped may be the new line's too: it goes and comes in one write.
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

  func perform() {
    defer { edit = .nothing }
    switch edit {
    case .insert(let new):
      change { $0.insert(new) }
    case .replace(let new, let cursor):
      change { $0.replace(with: new, cursor: min(cursor, new.count)) }
    case .clear:
      change { $0.replace(with: [], cursor: 0) }
    case .show(let shown):
      codes.isShown = shown
      recode()
      // The same codes are drawn otherwise now, and libedit can't know.
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

  /// Changes the line, and with it a verdict that may not stand beside another one: what is drawn is the
  /// new line with its own.
  private func change(_ body: (EditLine) -> Void) {
    body(parts.editLine)
    if rightPrompt.isTiedToLine, judge(parts.editLine.line.codes) {
      before?.isSpoiled = hadWideVerdict || hasWideVerdict
    }
  }

  /// Before a function of libedit's own.
  private func begin(_ function: EditFunction) {
    guard function.changesLine || function.movesCursor || function == .clearScreen else { return }
    watch()
    before?.isCleared = function == .clearScreen
    if function.changesLine { lineChanges() }
  }

  private func watch() {
    // What is drawn from here on may have to be dropped.
    parts.screen.flush()
    before = drawn
  }

  /// After a step, when libedit has drawn it: draws it otherwise, where that is needed.
  private func finishStep() {
    guard let before else { return }
    self.before = nil
    if parts.isPlain { drawPlainly(before) } else { mend(before) }
  }

  // MARK: - Between two keys

  /// Brings everything up to date before the next wait, and then writes it.
  private func settle() {
    guard !isSettled else { return parts.screen.flush() }
    let (line, cursor) = parts.editLine.line
    if line.isEmpty { isTooLong = false }
    if codes.current(line) != line { return steps.append(.edit(.recode)) }
    if judge(line) { return steps.append(.edit(.showVerdict)) }
    // Neither libedit's kill buffer nor an undo brings a secret's characters back.
    if line.isEmpty, codes.isSecret, !codes.isEmpty { codes.wipe() }
    if !codes.isSecret { undo.note(line, cursor: cursor) }
    parts.state.setFarewell(farewell)
    parts.screen.flush()
    followLine(line, cursor: cursor)
    isSettled = true
    afterDrawing?()
  }

  /// No line is drawn with the verdict on another one.
  private func lineChanges() {
    if rightPrompt.lineChanges() { parts.editLine.setRightPrompt([]) }
  }

  /// - Returns: whether there is something else to be shown now.
  func judge(_ line: [Code]) -> Bool {
    guard !rightPrompt.isUnused else { return false }
    let room = geometry(line).room(columns: size.columns)
    guard rightPrompt.judge(line, room: room) else { return false }
    let text = rightPrompt.text
    // libedit wants a column between the line and what stands at its right, and one after it.
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

  // MARK: - What arrives

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

  private func obey(_ verdict: Paste.Verdict) {
    switch verdict {
    case .nothing: break
    case .text(let key): insert(key)
    case .key(let key):
      let command = Command(key, isSecret: codes.isSecret)
      if command == .insert { insert(key) } else { obey(command) }
    }
  }

  private func obey(_ command: Command) {
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
      dropVerdict()
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
    let oneWord = function.asOneWord(isAtStart: cursor == 0, isAtEnd: cursor == count)
    guard let function = codes.isSecret ? oneWord : function else { return beep() }
    // libedit keeps what was killed at another question. It need not be an answer to this one, and its codes mean
    // other characters here.
    if function == .yank, fit != nil || !hasKilled { return beep() }
    if function.kills(isAtStart: cursor == 0, isAtEnd: cursor == count) { hasKilled = true }
    // libedit's own would beep there too, but move the cursor without drawing that.
    if function == .transpose, cursor == 0 || count < 2 { return beep() }
    // What is on the screen when it is cleared may go to the terminal's history.
    if function == .clearScreen { hide() }
    steps.append(.run(function))
  }

  private func interrupt() {
    // The signal overtakes what was typed before it: that belongs to the line.
    let wasTyped = parts.keyboard.flush()
    paste = Paste()
    held = nil
    let wasRefused = fit?.isSpoiled == true
    guard wasTyped || wasRefused || !parts.editLine.line.codes.isEmpty else {
      return finish(.interrupted)
    }
    beginAnew(after: .interrupt)
    hide()
    steps.append(.edit(.clear))
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

  /// The verdict on the same line may be another one now.
  func judgeAgain() {
    rightPrompt.judgeAgain()
    isSettled = false
  }

  func beep() {
    parts.screen.put("\u{07}")
  }
}
