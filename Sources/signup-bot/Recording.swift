import Chat
import Glibc
import Synchronization
import Transcripts

/// The file of `--record`.
///
/// While the program runs, the recording is written to a file next to it, `NAME.PID.part`, and takes the
/// file's place in one step at the end: however the conversation or the program ends, as long as the program
/// comes to an end by itself. A signal that ends it, a crash, or a write that fails leaves what was said in
/// the part, and the file as it was.
///
/// A file that exists is replaced only if it is a transcript, or empty. A link stays a link: the file that it
/// leads to is replaced. That keeps its owner and mode; a new one is for its owner alone.
final class Recording: Sendable {
  private struct State {
    var isEmpty = true
    /// After a write that failed, the part is not the whole recording.
    var isWhole = true
  }

  private let path: String
  private let part: String
  private let descriptor: Int32
  private let stream: OutputStream
  private let state = Mutex(State())

  /// The run's recording; `nil` if there is none, or if it is finished.
  private static let current = Mutex<Recording?>(nil)

  /// Begins the run's recording.
  ///
  /// - Returns: `nil` if none is wanted.
  static func begin(_ settings: Settings) throws -> Recording? {
    guard let path = settings.record else { return nil }
    if let why = refusal(path) {
      throw settings.error(.record, "\(path) \(why)", isFileUnusable: true)
    }
    let recording = try Recording(path)
    current.withLock { $0 = recording }
    return recording
  }

  /// Puts the run's recording in its place, if there is one.
  static func finish() throws(StreamFailure) {
    let recording = current.withLock { current in
      defer { current = nil }
      return current
    }
    try recording?.takePlace()
  }

  private init(_ path: String) throws(StreamFailure) {
    self.path = Path.real(path)
    part = Self.part(of: self.path)
    descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: path, errno: errno)
    }
    stream = OutputStream(descriptor: descriptor, name: part)
  }

  deinit {
    close(descriptor)
  }

  func write(_ text: String) throws(StreamFailure) {
    do {
      try stream.write(text)
      state.withLock { $0.isEmpty = $0.isEmpty && text.isEmpty }
    } catch {
      state.withLock { $0.isWhole = false }
      throw error
    }
  }

  private func takePlace() throws(StreamFailure) {
    let state = state.withLock { $0 }
    if state.isEmpty { unlink(part) }
    guard state.isWhole, !state.isEmpty else { return }
    // Another program may have made a file there meanwhile.
    if Self.refusal(path) != nil {
      throw StreamFailure(direction: .write, name: "\(path) (see \(part))", errno: EEXIST)
    }
    try FileReplacement.replace(path, by: part, descriptor)
  }

  /// Next to the file. A name that would be too long loses its end.
  private static func part(of path: String) -> String {
    let end = ".\(getpid()).part"
    var name = Path.name(of: path)
    while name.utf8.count + end.utf8.count > Int(NAME_MAX) { name.removeLast() }
    return Path.folder(of: path) + "/" + name + end
  }

  /// Why a recording can't take the place of what is at a path; `nil` if it can.
  private static func refusal(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isLink = lstat(path, &status) == 0
      return isLink ? "is a link that leads nowhere" : nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return "exists and is not a regular file" }
    if status.st_size == 0 { return nil }
    guard case .success(let descriptor) = InputFile.open(path) else {
      return "exists and can't be read, so it may be something other than a transcript"
    }
    defer { close(descriptor) }
    let isTranscript = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress!, buffer.count)
      return Script.isBegun(by: UnsafeRawBufferPointer(rebasing: buffer[..<max(count, 0)]))
    }
    return isTranscript ? nil : "exists and is not a transcript; it is left as it is"
  }
}
