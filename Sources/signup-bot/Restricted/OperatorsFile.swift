import Chat
import Glibc

/// The configuration file of the restricted mode. It belongs to the operator, so that nobody else may have
/// written it: neither the file nor a folder on the way to it.
struct OperatorsFile {
  let path: String

  static let path = "/etc/signup-bot/config.json"

  /// The file's bytes, of 1 MiB at the most; nil where there is none.
  ///
  /// - Throws: a `SettingError` where it is there and can't be used: a conversation without the operator's
  ///   settings would be another one.
  func bytes() throws(SettingError) -> [UInt8]? {
    var status = stat()
    for place in ancestors + [path] {
      guard stat(place, &status) == 0 else {
        if errno == ENOENT { return nil }
        throw unusable("can't be looked at: \(String(cString: strerror(errno)))")
      }
      if let why = Self.distrust(of: status) { throw unusable("\(place) \(why)") }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unusable("is no file") }
    guard let bytes = Surroundings.readFile(path) else {
      throw unusable("can't be read, or is over 1 MiB")
    }
    return bytes
  }

  /// Why somebody but root may have written what has this status; nil where nobody could.
  static func distrust(of status: stat) -> String? {
    if status.st_uid != 0 { return "does not belong to root" }
    return status.st_mode & 0o022 == 0 ? nil : "may be written by others than root"
  }

  /// The folders on the way, from the root on.
  private var ancestors: [String] {
    let folders = path.split(separator: "/").dropLast()
    return folders.indices.map { "/" + folders[...$0].joined(separator: "/") }
  }

  private func unusable(_ why: String) -> SettingError {
    SettingError(key: "", source: .file(path), why: why)
  }
}
