import Chat
import Glibc

/// Puts a text in the place of a file in one step: whoever looks, and whatever crashes, finds the old
/// file or the new one.
enum FileReplacement {
  /// - Parameters:
  ///   - path: of the file, or of a link to it, which stays a link.
  ///   - model: the file whose owner and mode the new one gets; nil for the old file itself.
  static func write(
    _ text: String, to path: String, like model: String? = nil
  ) throws(StreamFailure) {
    let target = Path.real(path)
    let folder = Path.folder(of: target)
    // Not of the file's name, which may be as long as a name can be.
    let draft = "\(folder)/.signup-bot.\(getpid()).new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(.open, draft) }
    defer { close(descriptor) }
    do throws(StreamFailure) {
      try OutputStream(descriptor: descriptor, name: draft).write(text)
      try replace(target, by: draft, descriptor, like: model.map { Path.real($0) } ?? target)
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Puts a file that was written in the place of another one, or where there is none.
  ///
  /// - Parameters:
  ///   - target: the other file itself, and no link.
  ///   - draft: in the same folder.
  ///   - descriptor: the draft's.
  ///   - model: the file whose owner and mode the draft gets; `nil` for the other file.
  static func replace(
    _ target: String, by draft: String, _ descriptor: Int32, like model: String? = nil
  ) throws(StreamFailure) {
    try dress(descriptor, like: model ?? target, draft)
    guard fsync(descriptor) == 0 else { throw failure(.write, draft) }
    guard rename(draft, target) == 0 else { throw failure(.write, target) }
    settle(Path.folder(of: target))
  }

  private static func dress(
    _ descriptor: Int32, like model: String, _ draft: String
  ) throws(StreamFailure) {
    var status = stat()
    guard stat(model, &status) == 0 else { return }
    // Only the system's own user may give files away. A changed owner takes mode bits with it, so that
    // the mode comes after.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw failure(.write, draft) }
  }

  /// Makes the new name last, as far as the system can.
  private static func settle(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func failure(_ direction: StreamFailure.Direction, _ name: String) -> StreamFailure
  {
    StreamFailure(direction: direction, name: name, errno: errno)
  }
}
