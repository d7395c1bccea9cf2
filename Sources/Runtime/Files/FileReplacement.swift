import Chat
import Glibc

/// Replaces files atomically: at any time, even after a crash, a reader finds either the old or the
/// new contents.
enum FileReplacement {
  /// Writes a new file in place of an old one.
  ///
  /// - Parameters:
  ///   - path: the path of the file, or of a link to it, which is kept.
  ///   - model: the file whose owner and mode the new file gets; `nil` for the old file.
  static func write(
    _ text: String, to path: String, like model: String? = nil
  ) throws(StreamFailure) {
    let target = Path.real(path)
    let folder = Path.folder(of: target)
    // Don't derive it from the file's name, which may already have the maximum length.
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

  /// Moves a complete file to the path of another one, which need not exist.
  ///
  /// - Parameters:
  ///   - target: the path to replace, which must not be a link.
  ///   - draft: the path of the complete file, in the same folder.
  ///   - descriptor: a descriptor of the complete file.
  ///   - model: the file whose owner and mode the complete file gets; `nil` for the target.
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
    // Only root may change a file's owner. The mode is set afterwards, because a change of owner
    // clears some of its bits.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw failure(.write, draft) }
  }

  /// Flushes the folder to disk, so that the rename survives a crash. Errors are ignored.
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
