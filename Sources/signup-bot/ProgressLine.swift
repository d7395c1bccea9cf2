import Chat
import Glibc

/// One line on stderr that tells how far a run is, written over and over. There is none where stderr is no
/// terminal, or where stdout is one too and the conversations would run through it.
final class ProgressLine {
  private let stderr = OutputStream(descriptor: 2, name: "stderr")
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let lines: LineReader
  private var next: ContinuousClock.Instant
  private var progress: Progress
  private var isShown = false

  private static let pause = Duration.milliseconds(200)

  /// - Parameter descriptor: the input, whose size is known if it is a regular file.
  init?(following lines: LineReader, of descriptor: Int32) {
    guard isatty(2) == 1, isatty(1) == 0 else { return nil }
    self.lines = lines
    progress = Progress(total: Self.size(of: descriptor))
    start = clock.now
    next = start + Self.pause
  }

  deinit {
    erase()
  }

  /// Shows how far it is, at most five times a second; nothing after a single conversation.
  func update(_ conversations: Int) {
    let now = clock.now
    guard conversations > 1, now >= next else { return }
    next = now + Self.pause
    progress.conversations = conversations
    progress.read = lines.position
    try? stderr.write("\r" + progress.words(elapsed: now - start) + "\u{1B}[K")
    isShown = true
  }

  func erase() {
    guard isShown else { return }
    try? stderr.write("\r\u{1B}[K")
    isShown = false
  }

  /// The bytes from where the input stands to its end; nil for a stream without one.
  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return max(Int(status.st_size), 0)
  }
}
