import Glibc
import Runtime
import Text

/// The progress of a run of many conversations.
struct Progress {
  var conversations = 0
  /// The number of bytes of the input that have been read.
  var read = 0
  /// The size of the input, in bytes; `nil` if it is unknown.
  let total: Int?

  /// Returns a text such as `1,234 conversations, 567 a second, 0:12 left`, which is shorter than
  /// 80 columns.
  ///
  /// - Parameter elapsed: the time since the run began.
  func words(elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    guard seconds > 0 else { return conversations.grouped + " conversations" }
    let rate = Int(Double(conversations) / seconds).grouped
    let words = "\(conversations.grouped) conversations, \(rate) a second"
    guard let total, read > 0, total >= read else { return words }
    let left = (seconds * Double(total - read) / Double(read)).rounded(.up)
    return words + ", \(Countdown.words(Int64(left))) left"
  }
}

/// Shows the progress of a run on one line of stderr, which it overwrites. It is only for a run
/// whose stderr is a terminal and whose stdout is not, or the line and the conversations would mix.
final class ProgressLine {
  private let stderr = OutputStream(descriptor: 2, name: "stderr")
  private let stopwatch: Stopwatch
  private let lines: LineReader
  /// When the line may change next, by the stopwatch.
  private var next = pause
  private var progress: Progress
  private var isShown = false

  private static let pause = Duration.milliseconds(200)
  /// What erases the line.
  static let erasing = "\r\u{1B}[K"

  /// - Parameters:
  ///   - lines: the reader whose position is the progress.
  ///   - descriptor: the input. Its size is known only if it is a regular file.
  init(following lines: LineReader, of descriptor: Int32, clock: any Clock<Duration>) {
    self.lines = lines
    stopwatch = Stopwatch(clock)
    progress = Progress(total: Self.size(of: descriptor))
  }

  deinit {
    erase()
  }

  /// Updates the line, at most five times a second. Shows nothing until there are two
  /// conversations.
  func update(_ conversations: Int) {
    let now = stopwatch.elapsed
    guard conversations > 1, now >= next else { return }
    next = now + Self.pause
    progress.conversations = conversations
    progress.read = lines.position
    try? stderr.write("\r" + progress.words(elapsed: now) + "\u{1B}[K")
    isShown = true
  }

  func erase() {
    guard isShown else { return }
    try? stderr.write(Self.erasing)
    isShown = false
  }

  /// Returns the input's size in bytes; `nil` if it is not a regular file.
  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return max(Int(status.st_size), 0)
  }
}
