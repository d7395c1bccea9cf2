import CTerminal
import Glibc

/// The one loop that waits: for the terminal's bytes, for signals, and for `wake()`.
final class Keyboard {
  /// What ended a wait.
  enum Arrival: Equatable {
    case key(Key)
    case interrupted, stopped, continued, resized, woken, hungUp
    /// The time was up.
    case nothing
  }

  private let input: CInt
  private let signals: Notices
  private let wakes: Notices
  private let bytes = LockedBytes(capacity: 16384)
  private var decoder = KeyDecoder()
  private var decoded: [Key] = []
  /// The input, the signals and the wakes, made once: each key waits for all of them.
  private let waits = UnsafeMutablePointer<pollfd>.allocate(capacity: 3)
  /// Signals that arrived before the notice of a continuation.
  private var kept: [UInt8] = []

  init(input: CInt, signals: Notices, wakes: Notices) {
    self.input = input
    self.signals = signals
    self.wakes = wakes
    decoded.reserveCapacity(8)
    for (place, descriptor) in [input, signals.reader, wakes.reader].enumerated() {
      (waits + place).initialize(to: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
  }

  deinit {
    waits.deallocate()
  }

  /// Waits for what comes next.
  /// - Parameter milliseconds: how long at most; nil for ever.
  func next(within milliseconds: CInt? = nil) -> Arrival {
    // Signals overtake what has been read; otherwise the wait brings them.
    if hasRead || !kept.isEmpty, let arrival = signal() { return arrival }
    while true {
      if let key = nextReady() { return .key(key) }
      // 50 ms tell the ESC key from a sequence: what a terminal sends for one key comes together.
      let ready = wait(decoder.isWaiting ? 50 : milliseconds ?? -1)
      if ready.timeIsUp {
        guard decoder.isWaiting else { return .nothing }
        decoder.expire { decoded.append($0) }
      }
      // However often it is woken, a signal comes through.
      if ready.signals, let arrival = signal() { return arrival }
      if ready.wakes, wakes.takeAll() { return .woken }
      if ready.input, !read() { return .hungUp }
    }
  }

  /// Whether bytes have been read that no key was made of yet.
  var hasRead: Bool { !bytes.isEmpty || !decoded.isEmpty }

  /// The next key whose bytes have been read already, without any wait.
  func nextReady() -> Key? {
    while true {
      if !decoded.isEmpty {
        defer { decoded.removeFirst() }
        // What stays in the array's memory after the removal is no part of a secret.
        return exchange(&decoded[0], .unknown)
      }
      guard let byte = bytes.take() else { return nil }
      decoder.take(byte) { decoded.append($0) }
    }
  }

  private func exchange(_ place: inout Key, _ key: Key) -> Key {
    defer { place = key }
    return place
  }

  /// Drops everything that was typed and not yet taken, a sequence or a paste under way too.
  /// - Returns: whether there was anything.
  @discardableResult
  func flush() -> Bool {
    let wasTyped = !bytes.isEmpty || !decoded.isEmpty || wait(input: input, milliseconds: 0)
    tcflush(input, TCIFLUSH)
    bytes.wipe()
    decoded.removeAll(keepingCapacity: true)
    decoder.reset()
    return wasTyped
  }

  /// Drops what comes together with a line's end: the rest of a paste from a terminal that marks
  /// none. What follows within 30 ms is part of it.
  /// - Returns: whether there was more than line ends.
  func dropRest() -> Bool {
    var dropped = false
    func look() {
      while let byte = bytes.take() {
        if byte != 0x0A, byte != 0x0D { dropped = true }
      }
    }
    decoded.removeAll(keepingCapacity: true)
    look()
    var rounds = 0
    while rounds < 2000, wait(input: input, milliseconds: dropped ? 30 : 0), read() {
      look()
      rounds += 1
    }
    decoder.reset()
    return dropped
  }

  /// Waits for the notice that the program goes on after a stop, so that it isn't taken for another
  /// one. Where nothing was stopped there is none: hence the limit. Another Ctrl-Z before it was meant
  /// for the same stop; other signals are kept.
  func awaitContinuation() {
    while wait(input: signals.reader, milliseconds: 100), let number = signals.take() {
      if CInt(number) == SIGCONT { return }
      if CInt(number) != SIGTSTP { kept.append(number) }
    }
  }

  /// Drops interrupts that came in time for nothing.
  func dropInterrupts() {
    while let number = signals.take() { kept.append(number) }
    kept.removeAll { CInt($0) == SIGINT }
  }

  private func signal() -> Arrival? {
    while let number = kept.isEmpty ? signals.take() : kept.removeFirst() {
      switch CInt(number) {
      case SIGINT: return .interrupted
      case SIGTSTP: return .stopped
      case SIGCONT: return .continued
      case SIGWINCH: return .resized
      default: continue
      }
    }
    return nil
  }

  /// Reads what is there. False when the terminal has gone.
  private func read() -> Bool {
    while true {
      let count = bytes.fill { Glibc.read(input, $0, $1) }
      if count > 0 { return true }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return false }
      if errno == EAGAIN { return true }
    }
  }

  private func wait(_ milliseconds: CInt) -> (
    input: Bool, signals: Bool, wakes: Bool, timeIsUp: Bool
  ) {
    let count = poll(waits, 3, milliseconds)
    // A call that a signal cut short has left something in the pipe.
    guard count > 0 else { return (false, count < 0, false, count == 0) }
    return (
      waits[0].revents != 0, waits[1].revents != 0, waits[2].revents != 0, false
    )
  }

  private func wait(input: CInt, milliseconds: CInt) -> Bool {
    var wait = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, milliseconds) > 0
  }
}
