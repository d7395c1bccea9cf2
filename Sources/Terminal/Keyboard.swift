import CTerminal
import Glibc
import Secrets

/// Waits for the terminal's bytes, signals, and `wake()`, all in one place.
final class Keyboard {
  /// The event that ended a wait.
  enum Arrival: Equatable {
    case key(Key)
    case interrupted, stopped, continued, resized, woken, hungUp
    /// The time limit was reached.
    case nothing
  }

  private let input: CInt
  private let signals: Notices
  private let wakes: Notices
  /// The bytes that were read last, of which `taken` have been taken.
  private let bytes = SecretBuffer(capacity: Keyboard.bufferSize)
  private static let bufferSize = 16_384
  private var taken = 0
  private var decoder = KeyDecoder()
  private var decoded: [Key] = []
  /// The descriptors to poll, allocated once: the input, the signals and the wakes.
  private let waits = UnsafeMutablePointer<pollfd>.allocate(capacity: 3)
  /// Signals that arrived while `awaitContinuation` was waiting for SIGCONT.
  private var kept: [UInt8] = []
  /// When input was last read; `nil` if none has been.
  private var lastArrival: ContinuousClock.Instant?
  /// Whether the input last read ended without a newline.
  private var endsWithinLine = false
  /// Whether something has been discarded since the last line was entered.
  var hasDropped = false

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

  /// Waits for the next event.
  ///
  /// - Parameter milliseconds: The time limit, or `nil` for none.
  func next(within milliseconds: CInt? = nil) -> Arrival {
    // Signals take precedence over bytes that have been read. If there are none, poll reports them.
    if hasRead || !kept.isEmpty, let arrival = signal() { return arrival }
    while true {
      if let key = nextReady() { return .key(key) }
      // A terminal sends the bytes of one key together, so 50 ms tell the ESC key from a sequence.
      let ready = wait(decoder.isWaiting ? 50 : milliseconds ?? -1)
      if ready.timeIsUp {
        guard decoder.isWaiting else { return .nothing }
        decoder.expire { decoded.append($0) }
      }
      // Check signals before wakes, so that frequent wakes can't starve them.
      if ready.signals, let arrival = signal() { return arrival }
      if ready.wakes, wakes.takeAll() { return .woken }
      if ready.input, !read() { return .hungUp }
    }
  }

  /// Whether bytes have been read that have not been returned as keys.
  var hasRead: Bool { taken < bytes.count || !decoded.isEmpty }

  /// Returns the next key among the bytes that have been read, or `nil` if there is none. Never
  /// waits.
  func nextReady() -> Key? {
    while true {
      if !decoded.isEmpty {
        defer { decoded.removeFirst() }
        // Overwrite the element, so that no part of a secret remains in the array's memory.
        return exchange(&decoded[0], with: .unknown)
      }
      guard let byte = takeByte() else { return nil }
      decoder.take(byte) { decoded.append($0) }
    }
  }

  /// Takes a byte, and wipes all once the last one is taken.
  private func takeByte() -> UInt8? {
    guard taken < bytes.count else { return nil }
    let byte = bytes.withBytes { $0[taken] }
    taken += 1
    if taken == bytes.count { wipe() }
    return byte
  }

  private func wipe() {
    bytes.wipe()
    taken = 0
  }

  /// Discards everything that was typed and not yet taken, including an incomplete sequence or
  /// paste.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  func flush() -> Bool {
    var wasTyped = hasRead
    wipe()
    // `discardTypeAhead` needs to know when input arrived, which tcflush doesn't tell.
    var rounds = 0
    while rounds < 16, wait(input: input, milliseconds: 0), read() {
      wasTyped = true
      wipe()
      rounds += 1
    }
    tcflush(input, TCIFLUSH)
    decoded.removeAll(keepingCapacity: true)
    decoder.reset()
    if wasTyped { hasDropped = true }
    return wasTyped
  }

  /// Waits for a pause in the typing and discards everything typed before it. None of it can be an
  /// answer to what is shown next.
  ///
  /// After a newline, 400 ms without input count as a pause: people need 100 to 200 ms from Enter to
  /// the next key. Within a line, it is 2 s, because the rest of that line must not answer another
  /// question, and likewise if something was discarded before, because the typing goes on blindly.
  func discardTypeAhead() {
    // What was typed before the first question is an answer to it.
    guard lastArrival != nil else { return }
    flush()
    dropUntilPause(afterNewline: hasDropped ? Self.pauseWithinLine : .milliseconds(400))
    flush()
    hasDropped = false
  }

  /// Discards what arrives together with the end of a line: the rest of a paste from a terminal
  /// without bracketed paste. Whatever follows within 30 ms is part of it, and so is the rest of a
  /// line that has begun: an answer must not lack its first letters.
  ///
  /// - Returns: Whether there was anything other than newlines.
  func dropRest() -> Bool {
    hasDropped = false
    decoded.removeAll(keepingCapacity: true)
    repeat {
      while let byte = takeByte() {
        if byte != 0x0A, byte != 0x0D { hasDropped = true }
      }
    } while !hasDropped && wait(input: input, milliseconds: 0) && read()
    if hasDropped { dropUntilPause(afterNewline: .milliseconds(30)) }
    decoder.reset()
    return hasDropped
  }

  /// Discards what was typed during work, and the rest of a line that has begun during it.
  func dropBegunLine() {
    flush()
    guard hasDropped, endsWithinLine else { return }
    dropUntilPause(afterNewline: .zero)
    flush()
  }

  private static let pauseWithinLine = Duration.seconds(2)

  /// Discards input until a pause after the last one. The wait ends at a signal, and after a minute
  /// even while a key is held down.
  private func dropUntilPause(afterNewline pauseAfterNewline: Duration) {
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(60)
    while let lastArrival {
      let pause = endsWithinLine ? Self.pauseWithinLine : pauseAfterNewline
      let rest = (min(lastArrival + pause, limit) - clock.now) / .milliseconds(1)
      // The input and the signals are next to each other. A signal is left to the next question.
      guard poll(waits, 2, max(0, CInt(rest.rounded(.up)))) > 0, waits[1].revents == 0,
        clock.now < limit
      else { break }
      // Otherwise, the terminal is gone, which the next question will report.
      guard read() else { break }
      wipe()
      hasDropped = true
    }
  }

  /// Waits for the SIGCONT that follows a stop and discards it, as well as any further SIGTSTP
  /// before it. Other signals are kept. If the program could not be stopped, there is no SIGCONT,
  /// so the wait is limited to 100 ms.
  func awaitContinuation() {
    while wait(input: signals.reader, milliseconds: 100), let number = signals.take() {
      if CInt(number) == SIGCONT { return }
      if CInt(number) != SIGTSTP { kept.append(number) }
    }
  }

  /// Discards interrupts that arrived too late.
  func dropInterrupts() {
    while let number = signals.take() { kept.append(number) }
    kept.removeAll { CInt($0) == SIGINT }
  }

  private func signal() -> Arrival? {
    while let number = kept.isEmpty ? signals.take() : kept.removeFirst() {
      switch CInt(number) {
      case SIGINT:
        // What follows may have been typed before the words about the interruption could be read.
        lastArrival = .now
        return .interrupted
      case SIGTSTP: return .stopped
      case SIGCONT: return .continued
      case SIGWINCH: return .resized
      default: continue
      }
    }
    return nil
  }

  /// Reads the available bytes. Returns `false` if the terminal was closed.
  private func read() -> Bool {
    wipe()
    while true {
      let count = bytes.appending(upTo: Self.bufferSize) {
        Glibc.read(input, $0.baseAddress, $0.count)
      }
      if count > 0 {
        bytes.withBytes { new in
          // A key such as an arrow adds nothing to a line.
          let isKey = new[0] == 0x1B && count <= 8
          if !isKey { endsWithinLine = new[count - 1] != 0x0A && new[count - 1] != 0x0D }
        }
        lastArrival = .now
        return true
      }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return false }
      if errno == EAGAIN { return true }
    }
  }

  private func wait(_ milliseconds: CInt) -> (
    input: Bool, signals: Bool, wakes: Bool, timeIsUp: Bool
  ) {
    let count = poll(waits, 3, milliseconds)
    // If a signal interrupted the call, its handler has written to the pipe.
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
