extension LineEditor {
  /// Inserts a key and all that have already been read, so that a long paste is one change.
  func insert(_ first: Key) {
    guard !isTooLong, fit?.isSpoiled != true else {
      // Drop the rest without processing it, because a paste may be endless.
      while nextText() != nil {}
      return
    }
    let line = parts.editLine.line
    var intake = Intake(codes, line: line.codes, cursor: line.cursor)
    intake.take(first)
    while let key = nextText() { intake.take(key) }
    isTooLong = intake.isTooLong
    guard !intake.new.isEmpty else { return }
    let start = line.cursor - (intake.replacesPrevious ? 1 : 0)
    if let fit {
      let all = Array(line.codes[..<start] + intake.new + line.codes[line.cursor...])
      let isMalformed = codes.problem(in: all) != nil
      if !fit.takes(codes.text(of: all), isMalformed: isMalformed) { return spoil() }
    }
    if intake.replacesPrevious {
      replace(start..<line.cursor, of: line.codes, with: intake.new)
    } else if intake.new.count == 1, !rightPrompt.isTiedToLine, Self.typesItself(intake.new[0]),
      line.cursor == line.codes.count || !isHard(line.codes + intake.new)
    {
      steps.append(.type(intake.new[0]))
    } else {
      steps.append(.edit(.insert(intake.new)))
    }
  }

  /// Whether libedit inserts a code that is sent as a key. Some codes below 256 have other
  /// meanings.
  private static func typesItself(_ code: Code) -> Bool {
    (0x20..<0x7F).contains(code) || code >= 0x100
  }

  /// Returns the next key if it has already been read and is text. A key that is not text is held
  /// back.
  func nextText() -> Key? {
    while let key = parts.keyboard.nextReady() {
      let verdict = paste.judge(key)
      switch verdict {
      case .nothing: continue
      case .text(let key): return key
      case .key(let key):
        if EditCommand(key, isSecret: codes.isSecret) == .insert { return key }
        held = verdict
        return nil
      }
    }
    return nil
  }

  func encode(_ text: String) -> [Code] { Intake.codes(for: text, in: codes) }

  func replace(_ range: Range<Int>, of line: [Code], with new: [Code]) {
    var line = line
    line.replaceSubrange(range, with: new)
    steps.append(.edit(.replace(line, cursor: range.lowerBound + new.count)))
  }

  func delete(_ line: [Code], at index: Int) {
    guard line.indices.contains(index) else { return beep() }
    replace(index..<(index + 1), of: line, with: [])
  }

  func recall(_ entry: String?) {
    guard let entry else { return beep() }
    steps.append(.edit(.replace(encode(entry), cursor: .max)))
  }

  func complete(_ line: [Code], _ cursor: Int) {
    guard cursor == line.count else { return beep() }
    switch Completion(of: codes.text(of: line), among: completions, first: rightPrompt.completion) {
    case .none: beep()
    case .insert(let rest):
      steps.append(.edit(.insert(encode(rest))))
    case .list(let words):
      drawLine(after: "\n" + Completion.table(words, width: Layout(width: size.columns).width))
    }
  }
}
