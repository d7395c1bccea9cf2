import Chat
import Glibc

/// The system's configuration file. It belongs to the operator, so that nobody else may have written it:
/// neither the file nor a folder on the way to it.
struct OperatorsFile {
  let path: String

  /// `O_PATH` (open(2)), which Glibc's module leaves out: to enter a folder, nobody has to read it.
  private static let look: Int32 = 0o10_000_000

  /// The file's bytes, of 1 MiB at the most; nil where there is none.
  ///
  /// - Throws: a `SettingError` where it is there and can't be used: a conversation without the operator's
  ///   settings would be another one.
  func bytes() throws(SettingError) -> [UInt8]? {
    // Each is opened in the folder before it: what was looked at is what is read, whoever moves things about.
    let parts = path.split(separator: "/").map(String.init)
    var folder = open("/", Self.look | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    for index in parts.indices.dropLast() {
      let place = "/" + parts[...index].joined(separator: "/")
      let flags = Self.look | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      guard let next = try opened(parts[index], in: folder, flags, place) else { return nil }
      close(folder)
      folder = next
    }
    // Not to wait for whoever may write to a pipe.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    guard let file = try opened(parts[parts.count - 1], in: folder, flags, path) else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unusable("is no file")
    }
    guard let bytes = try? InputFile.bytes(of: file, named: path).get() else {
      throw unusable("can't be read, or is over 1 MiB")
    }
    return bytes
  }

  /// Opens what only root may have written; nil where there is nothing.
  private func opened(
    _ name: String, in folder: Int32, _ flags: Int32, _ place: String
  ) throws(SettingError) -> Int32? {
    let descriptor = openat(folder, name, flags)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENOTDIR: throw unusable("\(place) is a link, or no folder")
      default: throw unusable("\(place) can't be opened: \(String(cString: strerror(errno)))")
      }
    }
    var status = stat()
    if fstat(descriptor, &status) == 0, let why = Self.distrust(of: status) {
      close(descriptor)
      throw unusable("\(place) \(why)")
    }
    return descriptor
  }

  /// Why somebody but root may have written what has this status; nil where nobody could.
  static func distrust(of status: stat) -> String? {
    if status.st_uid != 0 { return "does not belong to root" }
    return status.st_mode & 0o022 == 0 ? nil : "may be written by others than root"
  }

  private func unusable(_ why: String) -> SettingError {
    SettingError(key: "", source: .file(path), why: why)
  }
}
