import Glibc
import Runtime
import Synchronization
import Transcripts

/// The file of `--record`.
///
/// While the program runs, the recording is written to a separate file next to it, `NAME.PID.part`.
/// When the program exits by itself, whatever the outcome of the conversation, that file replaces
/// the target in one step. After a signal that ends the program, a crash or a failed write, the
/// recording so far stays in the separate file, and the target is unchanged.
///
/// An existing file is replaced only if it is a transcript, or empty. A link is kept, and the file
/// that it points to is replaced. The replaced file's owner and mode are kept; a new file is
/// accessible only to its owner.
package final class Recording: Sendable {
  private struct State {
    var isEmpty = true
    /// Whether the separate file contains the whole recording, because no write has failed.
    var isWhole = true
  }

  private let path: String
  private let part: String
  private let descriptor: Int32
  private let stream: OutputStream
  private let state = Mutex(State())

  /// The run's recording; `nil` if there is none, or if it has ended.
  private static let current = Mutex<Recording?>(nil)

  /// Begins the run's recording.
  ///
  /// - Returns: `nil` if the settings name no file.
  static func begin(_ settings: Settings) throws -> Recording? {
    guard let path = settings.record else { return nil }
    if let why = refusal(path) {
      throw settings.error(.record, "\(path) \(why)", isFileUnusable: true)
    }
    let recording = try Recording(path)
    current.withLock { $0 = recording }
    return recording
  }

  /// Moves the run's recording to its target, if there is one.
  package static func finish() throws(StreamFailure) {
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
      throw StreamFailure(direction: .open, name: path)
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
    // Another program may have created a file there in the meantime.
    if Self.refusal(path) != nil {
      throw StreamFailure(direction: .write, name: "\(path) (see \(part))", errno: EEXIST)
    }
    try FileReplacement.replace(path, by: part, descriptor, like: path)
  }

  /// Returns the path of the separate file. A name that would be too long is truncated.
  private static func part(of path: String) -> String {
    let end = ".\(getpid()).part"
    var name = Path.name(of: path)
    while name.utf8.count + end.utf8.count > Int(NAME_MAX) { name.removeLast() }
    return Path.folder(of: path) + "/" + name + end
  }

  /// Returns the reason why a recording can't replace what is at a path; `nil` if it can.
  private static func refusal(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isLink = lstat(path, &status) == 0
      return isLink ? "is a broken link" : nil
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
    return isTranscript ? nil : "exists and is not a transcript; it was not changed"
  }
}
