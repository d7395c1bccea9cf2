import Runtime

/// Shows work in progress on one line, drops typed keys, and waits for Ctrl-C or `wake()`.
struct Worker {
  let state: TerminalState
  let screen: Screen
  let keyboard: Keyboard
  let isPlain: Bool
  let period: Duration
  /// Made when the work began.
  let stopwatch: Stopwatch
  private var drawn = ""

  init(
    state: TerminalState, screen: Screen, keyboard: Keyboard, isPlain: Bool, period: Duration,
    stopwatch: Stopwatch
  ) {
    self.state = state
    self.screen = screen
    self.keyboard = keyboard
    self.isPlain = isPlain
    self.period = period
    self.stopwatch = stopwatch
  }

  mutating func run(_ frame: (Duration, Int) -> String?, _ note: (Int) -> String) -> WorkEnd {
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
      case .nothing, .resized: break
      case .woken: return .woken
      case .interrupted: return .interrupted
      case .hungUp: return .hungUp
      case .continued: _ = state.makeRaw()
      case .stopped:
        erase()
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

  private mutating func draw(_ text: String) {
    guard text != drawn else { return }
    if drawn.isEmpty {
      screen.put(Escape.hideCursor)
      state.setFarewell(Escape.clearLine + Escape.noColour + Escape.showCursor)
    }
    guard !text.isEmpty else { return erase() }
    screen.put("\r" + text + Escape.noColour + Escape.clearToEnd)
    screen.flush()
    drawn = text
  }

  private mutating func erase() {
    guard !drawn.isEmpty else { return }
    screen.put(Escape.clearLine + Escape.showCursor)
    screen.flush()
    state.setFarewell("")
    drawn = ""
  }
}
