import Chat
import Glibc
import Runtime

/// The system's configuration file. It belongs to the operator: no one else may be able to write
/// the file or a folder on its path.
struct OperatorsFile {
  let path: String

  /// `O_PATH` (see open(2)), which Glibc's module does not export. With it, a folder can be opened
  /// without permission to read it.
  private static let look: Int32 = 0o10_000_000

  /// Returns the file's bytes; `nil` if there is no file.
  ///
  /// - Throws: a `SettingError` if the file exists but can't be used, for example because it is
  ///   larger than 1 MiB. The conversation must not begin without the operator's settings.
  func bytes() throws(SettingError) -> [UInt8]? {
    // Each component is opened relative to the folder before it. What is read is therefore what was
    // checked, even if another process moves files in between.
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
    // `O_NONBLOCK` prevents waiting for a pipe's writer.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    guard let file = try opened(parts[parts.count - 1], in: folder, flags, path) else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unusable("is not a regular file")
    }
    guard let bytes = try? InputFile.bytes(of: file, named: path).get() else {
      throw unusable("can't be read, or is over 1 MiB")
    }
    return bytes
  }

  /// Opens a file or folder that only root can have written; `nil` if it does not exist.
  private func opened(
    _ name: String, in folder: Int32, _ flags: Int32, _ place: String
  ) throws(SettingError) -> Int32? {
    let descriptor = openat(folder, name, flags)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENOTDIR: throw unusable("is a link, or not a folder", place)
      default: throw unusable("can't be opened: \(String(cString: strerror(errno)))", place)
      }
    }
    var status = stat()
    if fstat(descriptor, &status) == 0, let why = Self.distrust(of: status) {
      close(descriptor)
      throw unusable(why, place)
    }
    return descriptor
  }

  /// Returns the reason why another user than root may have written a file with this status; `nil`
  /// if only root can have.
  static func distrust(of status: stat) -> String? {
    if status.st_uid != 0 { return "does not belong to root" }
    return status.st_mode & 0o022 == 0 ? nil : "can be written by users other than root"
  }

  /// Returns the file, or the folder on its path, that no user but root can open; `nil` if there is
  /// none. A group's permission counts: the strangers' user may belong to it.
  var closedPlace: String? {
    Permissions { $0.st_mode | $0.st_mode >> 3 }.closedPlace(on: path, needing: Permissions.read)
  }

  /// - Parameter place: the folder on the path that is the reason; the file itself by default.
  private func unusable(_ why: String, _ place: String? = nil) -> SettingError {
    let folder = place.flatMap { $0 == path ? nil : $0 + " " } ?? ""
    return SettingError(key: "", source: .file(path), why: folder + why)
  }
}
