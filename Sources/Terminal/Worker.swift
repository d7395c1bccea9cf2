import Runtime

/// Shows work in progress on one line, drops typed keys, and waits for Ctrl-C or `wake()`.
///
/// The line is the right end of the one that was entered last, where the verdict will stand, or a row
/// of its own.
struct Worker {
  let state: TerminalState
  let screen: Screen
  let keyboard: Keyboard
  let isPlain: Bool
  let period: Duration
  /// Made when the work began.
  let stopwatch: Stopwatch
  /// The line that was entered last, or `nil` if it is not right above the cursor.
  private(set) var answered: AnsweredLine?
  /// Whether the work is shown next to that line.
  private(set) var isNextToAnswer = false
  private(set) var drawn = ""

  /// - Parameter isNext: Whether to show the work next to the line that was entered last, if there is
  ///   room even for a long time.
  mutating func run(
    _ frame: (Duration, Int) -> String?, _ note: (Int) -> String, nextToAnswer isNext: Bool
  ) -> WorkEnd {
    self.isNextToAnswer = isNext && hasRoomNextToAnswer(frame)
    keyboard.flush()
    let end = state.listening { wait(frame, note) }
    keyboard.dropBegunLine()
    erase()
    return screen.failure == nil ? end : .hungUp
  }

  private mutating func wait(
    _ frame: (Duration, Int) -> String?, _ note: (Int) -> String
  ) -> WorkEnd {
    var periods = isPlain ? Int(stopwatch.elapsed / period) : 0
    var tick = isPlain ? period * (periods + 1) : .zero
    while screen.failure == nil {
      if stopwatch.elapsed >= tick {
        if isPlain {
          periods += 1
          put(note(periods))
          tick += period
        } else {
          draw(frame(stopwatch.elapsed, Layout(width: state.size.columns).width) ?? "")
          tick = stopwatch.elapsed + .milliseconds(80)
        }
      }
      let rest = (tick - stopwatch.elapsed) / .milliseconds(1)
      switch keyboard.next(within: max(1, CInt(rest.rounded(.up)))) {
      case .key: keyboard.hasDropped = true
      case .nothing: break
      case .resized: resize(frame)
      case .woken: return .woken
      case .interrupted: return .interrupted
      case .hungUp: return .hungUp
      case .continued: _ = state.makeRaw()
      case .stopped:
        erase()
        // Afterwards, the lines of a shell are above the cursor.
        (answered, isNextToAnswer) = (nil, false)
        state.stop(keyboard)
        guard state.makeRaw() else { return .hungUp }
      }
    }
    return .hungUp
  }

  private func put(_ note: String) {
    guard !note.isEmpty else { return }
    screen.put(note + "\n")
    screen.flush()
  }

  private func hasRoomNextToAnswer(_ frame: (Duration, Int) -> String?) -> Bool {
    guard let answered, let widest = frame(.seconds(999), .max) else { return false }
    return PaintedText.columns(of: widest) <= answered.room
  }

  private mutating func resize(_ frame: (Duration, Int) -> String?) {
    guard isNextToAnswer else {
      answered = nil
      return
    }
    screen.put(answered?.resize(to: state.size) ?? "")
    isNextToAnswer = hasRoomNextToAnswer(frame)
    drawn = ""
    screen.flush()
  }

  private mutating func draw(_ text: String) {
    guard text != drawn else { return }
    if drawn.isEmpty {
      screen.put(Escape.hideCursor)
      let clear = isNextToAnswer ? "" : Escape.clearLine
      state.setFarewell(clear + Escape.noColour + Escape.showCursor)
    }
    guard !text.isEmpty else { return erase() }
    if isNextToAnswer {
      screen.put(answered?.setRight(text) ?? "")
    } else {
      screen.put("\r" + text + Escape.noColour + Escape.clearToEnd)
    }
    screen.flush()
    drawn = text
  }

  /// Removes the line. What stands next to the line that was entered last stays until its verdict
  /// replaces it.
  private mutating func erase() {
    guard !drawn.isEmpty else { return }
    screen.put((isNextToAnswer ? "" : Escape.clearLine) + Escape.showCursor)
    screen.flush()
    state.setFarewell("")
    drawn = ""
  }
}

/// Why the display of work in progress ended.
package enum WorkEnd: Equatable, Sendable {
  /// `wake()` was called, possibly for earlier work. Check whether this work is done.
  case woken

  /// Ctrl-C.
  case interrupted

  /// The terminal was closed.
  case hungUp
}
