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
  private enum Step {
    case run(EditFunction)
    case edit(Edit)
    case stop
    case redraw
    case leave
  }

  /// A change of libedit's line that is made inside an editing function.
  private enum Edit {
    case insert([Code])
    case replace([Code], cursor: Int)
    case clear
    case show(Bool)
    case recode
    case nothing
  }

  private let parts: Parts
  private let codes: CodeBook
  private let prompt: String
  private let completions: [String]

  /// Asked for the right prompt when the text has changed or `wake()` was called. Nil leaves it as it
  /// is.
  var verdict: (([Code]) -> String?)?

  private var steps: [Step] = []
  private var edit = Edit.nothing
  private var held: Paste.Verdict?
  private var paste = Paste()
  private var lastJudged: [Code]?
  /// Whether nothing has changed since `settle`: looking at 64 KiB after each key takes time.
  private var isSettled = false
  private var size = (columns: 0, rows: 0)

  private(set) var history: History
  private(set) var ending: Ending?
  private(set) var pasteDropped = false
  /// More was typed or pasted than a line may hold.
  private(set) var isTooLong = false

  init(
    _ parts: Parts, codes: CodeBook, prompt: String, history: History, completions: [String] = []
  ) {
    self.parts = parts
    self.codes = codes
    self.prompt = prompt
    self.history = history
    self.completions = completions
    self.history.begin()
  }

  /// Asks. The terminal is raw already.
  func run(initial: String) -> Ending {
    let screen = parts.screen
    screen.codes = codes
    size = parts.state.size
    parts.editLine.setPrompt(prompt)
    parts.editLine.setRightPrompt([])
    forgetKills()
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
    while true {
      while !steps.isEmpty {
        switch steps.removeFirst() {
        case .run(let function):
          isSettled = false
          return function.code
        case .edit(let next):
          isSettled = false
          edit = next
          return EditFunction.own.code
        case .stop: stop()
        case .redraw: redraw()
        case .leave:
          parts.screen.put(newlines(rowsBelow + 1))
          return nil
        }
      }
      settle()
      guard steps.isEmpty else { continue }
      guard parts.screen.failure == nil else { return end(.hungUp) }
      if let verdict = held {
        held = nil
        obey(verdict)
      } else if arrive(parts.keyboard.next()) == .hungUp {
        return end(.hungUp)
      }
    }
  }

  func perform() -> EditLine.Redraw {
    defer { edit = .nothing }
    switch edit {
    case .insert(let new):
      parts.editLine.insert(new)
    case .replace(let new, let cursor):
      parts.editLine.replace(with: new, cursor: min(cursor, new.count))
    case .clear:
      parts.editLine.replace(with: [], cursor: 0)
      if codes.isSecret { codes.wipe() }
    case .show(let shown):
      codes.isShown = shown
      recode()
      // The same codes are drawn otherwise now, and libedit can't know.
      return .everything
    case .recode:
      recode()
    case .nothing:
      break
    }
    return .changes
  }

  // MARK: - Between two keys

  /// Brings everything up to date before the next wait, and then writes it.
  private func settle() {
    guard !isSettled else { return parts.screen.flush() }
    let line = parts.editLine.line.codes
    if line.isEmpty { isTooLong = false }
    if codes.current(line) != line { return steps.append(.edit(.recode)) }
    judge(line)
    guard steps.isEmpty else { return }
    parts.state.setFarewell(farewell)
    parts.screen.flush()
    isSettled = true
  }

  private func judge(_ line: [Code]) {
    guard let verdict, lastJudged != line else { return }
    lastJudged = line
    guard let text = verdict(line) else { return }
    // libedit wants a column between the line and what stands at its right, and one after it.
    parts.editLine.setRightPrompt(text.isEmpty ? [] : codes.paint(" " + text))
    steps.append(.edit(.nothing))
  }

  private func recode() {
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
    case .woken:
      lastJudged = nil
      isSettled = false
    case .nothing: break
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
    // What is on the screen when it is cleared may go to the terminal's history.
    if function == .clearScreen { hide() }
    steps.append(.run(function))
  }

  private func interrupt() {
    // The signal overtakes what was typed before it: that belongs to the line.
    let wasTyped = parts.keyboard.flush()
    paste = Paste()
    held = nil
    guard wasTyped || !parts.editLine.line.codes.isEmpty else { return finish(.interrupted) }
    hide()
    steps.append(.edit(.clear))
    forgetKills()
    history.begin()
  }

  /// Empties libedit's kill buffer, by killing an empty line: its codes would stand for the characters
  /// of another secret.
  private func forgetKills() {
    if codes.isSecret { steps.append(.run(.killLine)) }
  }

  private func hide() {
    if codes.isShown { steps.append(.edit(.show(false))) }
  }

  private func finish(_ ending: Ending) {
    self.ending = ending
    hide()
    steps.append(.leave)
  }

  private func end(_ ending: Ending) -> Code? {
    self.ending = ending
    return nil
  }

  private func beep() {
    parts.screen.put("\u{07}")
  }

  // MARK: - Text

  /// Puts a character into the line, together with all those that have been read already: a long
  /// paste is then one change.
  private func insert(_ first: Key) {
    guard !isTooLong else {
      // What doesn't fit isn't even looked at: a paste may be endless.
      while nextText() != nil {}
      return
    }
    let line = parts.editLine.line
    var intake = Intake(codes, line: line.codes, cursor: line.cursor)
    intake.take(first)
    while let key = nextText() { intake.take(key) }
    isTooLong = intake.isTooLong
    guard !intake.new.isEmpty else { return }
    if intake.replacesPrevious {
      let start = line.cursor - 1
      replace(start..<line.cursor, of: line.codes, with: intake.new)
    } else {
      steps.append(.edit(.insert(intake.new)))
    }
  }

  /// The next key if it has been read already and is text. Another one is held back.
  private func nextText() -> Key? {
    while let key = parts.keyboard.nextReady() {
      let verdict = paste.judge(key)
      switch verdict {
      case .nothing: continue
      case .text(let key): return key
      case .key(let key):
        if Command(key, isSecret: codes.isSecret) == .insert { return key }
        held = verdict
        return nil
      }
    }
    return nil
  }

  private func encode(_ text: String) -> [Code] { Intake.codes(for: text, in: codes) }

  private func replace(_ range: Range<Int>, of line: [Code], with new: [Code]) {
    var line = line
    line.replaceSubrange(range, with: new)
    steps.append(.edit(.replace(line, cursor: range.lowerBound + new.count)))
  }

  private func delete(_ line: [Code], at index: Int) {
    guard line.indices.contains(index) else { return beep() }
    replace(index..<(index + 1), of: line, with: [])
  }

  private func recall(_ entry: String?) {
    guard let entry else { return beep() }
    steps.append(.edit(.replace(encode(entry), cursor: .max)))
  }

  private func complete(_ line: [Code], _ cursor: Int) {
    guard cursor == line.count else { return beep() }
    switch Completion(of: codes.text(of: line), among: completions) {
    case .none: beep()
    case .insert(let rest):
      steps.append(.edit(.insert(encode(rest))))
    case .list(let words):
      parts.screen.put("\n" + Completion.table(words, width: Layout(width: size.columns).width))
      parts.editLine.redraw()
    }
  }

  // MARK: - The screen

  private var geometry: LineGeometry {
    let line = parts.editLine.line
    return LineGeometry(prompt: prompt, line: line.codes, cursor: line.cursor)
  }

  private var rowsBelow: Int { geometry.rowsBelow(columns: size.columns) }

  private func newlines(_ count: Int) -> String { String(repeating: "\n", count: max(count, 0)) }

  /// What remains on the screen if a signal ends the program now: the line, unless it is a secret
  /// that is shown.
  private var farewell: String {
    if parts.isPlain { return "\n" }
    let geometry = geometry
    let leave =
      if codes.isShown {
        Escape.up(geometry.cursorRow(columns: size.columns))
          + Escape.clearRows(min(geometry.rows(columns: size.columns), 100))
      } else {
        newlines(min(geometry.rowsBelow(columns: size.columns), 100) + 1)
      }
    return leave + Escape.endPastes + Escape.showCursor + Escape.noColour
  }

  private func stop() {
    parts.screen.put(newlines(rowsBelow))
    if !parts.isPlain { parts.screen.put(Escape.endPastes) }
    parts.screen.flush()
    parts.state.setFarewell("")
    parts.state.stop(parts.keyboard)
    redraw()
  }

  /// Draws the line afresh after others have had the terminal. The cursor's row is unknown; it is
  /// taken to be free from its first column on, as a shell leaves it.
  private func redraw() {
    guard parts.state.makeRaw() else { return }
    size = parts.state.size
    if !parts.isPlain { parts.screen.put(Escape.beginPastes) }
    drawAnew(above: 0, rows: geometry.rows(columns: size.columns))
  }

  /// Draws the line in the new width, where it was. Terminals have wrapped it anew by then; where one
  /// hasn't, a shown secret must still go, even if lines above it go too.
  private func resize() {
    let new = parts.state.size
    guard new != size else { return }
    let geometry = geometry
    var (above, rows) = geometry.rewrapped(from: size.columns, to: new.columns)
    if codes.isShown {
      above = max(above, geometry.cursorRow(columns: size.columns))
      rows = max(rows, geometry.rows(columns: size.columns))
    }
    size = new
    drawAnew(above: above, rows: rows)
  }

  /// Clears `rows` rows, from so many above the cursor's on, and draws prompt and line there.
  private func drawAnew(above: Int, rows: Int) {
    let clear = Escape.up(above) + Escape.clearRows(min(rows, max(size.rows, 1)))
    parts.screen.put(parts.isPlain ? "\n" : clear)
    codes.isShown = false
    recode()
    isSettled = false
    parts.editLine.resize()
    parts.editLine.redraw()
  }
}
