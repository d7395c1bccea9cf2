import Glibc

/// Replaces files atomically: at any time, even after a crash, a reader finds either the old or the
/// new contents.
package enum FileReplacement {
  /// Writes a new file in place of an old one, which need not exist.
  ///
  /// - Parameters:
  ///   - target: the path of the file. A link there is replaced itself.
  ///   - model: the path of a file whose owner and mode the new file gets. If it is `nil` or there
  ///     is no such file, only the user who runs the program may access the new file (mode 0600).
  package static func write(
    _ text: String, to target: String, like model: String?
  ) throws(StreamFailure) {
    // Don't derive it from the file's name, which may already have the maximum length.
    let draft = "\(Path.folder(of: target))/.signup-bot.\(getpid()).new"
    unlink(draft)
    let descriptor = open(
      draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StreamFailure(direction: .open, name: draft) }
    defer { close(descriptor) }
    do throws(StreamFailure) {
      try OutputStream(descriptor: descriptor, name: draft).write(text)
      try replace(target, by: draft, descriptor, like: model)
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Moves a complete file to the path of another one, which need not exist.
  ///
  /// - Parameters:
  ///   - target: the path to replace. A link there is replaced itself.
  ///   - draft: the path of the complete file, in the same folder.
  ///   - descriptor: a descriptor of the complete file.
  ///   - model: as in `write`.
  package static func replace(
    _ target: String, by draft: String, _ descriptor: Int32, like model: String?
  ) throws(StreamFailure) {
    if let model { try dress(descriptor, like: model, draft) }
    guard fsync(descriptor) == 0 else { throw StreamFailure(direction: .write, name: draft) }
    guard rename(draft, target) == 0 else { throw StreamFailure(direction: .write, name: target) }
    flush(folder: Path.folder(of: target))
  }

  private static func dress(
    _ descriptor: Int32, like model: String, _ draft: String
  ) throws(StreamFailure) {
    var status = stat()
    guard stat(model, &status) == 0 else { return }
    // Only root may change a file's owner. The mode is set afterwards, because a change of owner
    // clears some of its bits.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
      throw StreamFailure(direction: .write, name: draft)
    }
  }

  /// Flushes a folder to disk, so that a new or renamed entry survives a crash. Errors are ignored.
  package static func flush(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
