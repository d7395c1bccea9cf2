/// Shows work in progress on one line, drops typed keys, and waits for Ctrl-C or `wake()`.
struct Worker {
  let state: TerminalState
  let screen: Screen
  let keyboard: Keyboard
  let isPlain: Bool
  let period: Duration
  let start: ContinuousClock.Instant
  private var drawn = ""

  init(
    state: TerminalState, screen: Screen, keyboard: Keyboard, isPlain: Bool, period: Duration,
    start: ContinuousClock.Instant
  ) {
    self.state = state
    self.screen = screen
    self.keyboard = keyboard
    self.isPlain = isPlain
    self.period = period
    self.start = start
  }

  mutating func run(_ frame: (Duration, Int) -> String?, _ note: (Int) -> String) -> WorkEnd {
    keyboard.flush()
    let end = state.listening { wait(frame, note) }
    erase()
    keyboard.flush()
    return screen.failure == nil ? end : .hungUp
  }

  private mutating func wait(
    _ frame: (Duration, Int) -> String?, _ note: (Int) -> String
  ) -> WorkEnd {
    let clock = ContinuousClock()
    var periods = isPlain ? Int((clock.now - start) / period) : 0
    var tick = isPlain ? start + period * (periods + 1) : start
    while screen.failure == nil {
      if clock.now >= tick {
        if isPlain {
          periods += 1
          put(note(periods))
          tick += period
        } else {
          draw(frame(clock.now - start, Layout(width: state.size.columns).width) ?? "")
          tick = clock.now + .milliseconds(80)
        }
      }
      let rest = (tick - clock.now) / .milliseconds(1)
      switch keyboard.next(within: max(1, CInt(rest.rounded(.up)))) {
      case .key, .nothing, .resized: break
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
