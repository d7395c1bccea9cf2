import Chat
import Glibc

/// Puts a text in the place of a file in one step: whoever looks, and whatever crashes, finds the old
/// file or the new one.
enum FileReplacement {
  /// - Parameter path: of the file, or of a link to it, which stays a link.
  static func write(_ text: String, to path: String) throws(StreamFailure) {
    let target = Path.real(path)
    let folder = Path.folder(of: target)
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o644
    let draft = "\(folder)/.\(Path.name(of: target)).\(getpid()).new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(.open, draft) }
    defer { close(descriptor) }
    do throws(StreamFailure) {
      try OutputStream(descriptor: descriptor, name: draft).write(text)
      guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else {
        throw failure(.write, draft)
      }
      guard rename(draft, target) == 0 else { throw failure(.write, target) }
    } catch {
      unlink(draft)
      throw error
    }
    settle(folder)
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
