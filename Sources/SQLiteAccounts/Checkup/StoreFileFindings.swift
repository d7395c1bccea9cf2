import Accounts
import Glibc

extension StoreFile {
  /// Bytes below which it is time to make room.
  private static let littleSpace: UInt64 = 64 << 20

  /// Bytes below which nobody can be signed up any more.
  private static let noSpace: UInt64 = 1 << 20

  var ownershipFinding: Finding {
    guard let ownership else { return Finding(.error, "sqlite file", "\(path) is gone") }
    let mode = String(ownership.mode, radix: 8)
    return Finding(.ok, "sqlite file", "\(path): mode \(mode), user \(ownership.user)")
  }

  /// Whoever may write to the folder may take the store away, and put another one in its place.
  var folderFinding: Finding {
    var status = stat()
    let folder = Self.folder(of: path)
    guard stat(folder, &status) == 0 else {
      return Finding(.error, "sqlite folder", "\(folder) is gone")
    }
    let detail = "\(folder): mode \(String(status.st_mode & 0o7777, radix: 8))"
    let isOthers = status.st_uid != geteuid() && status.st_uid != 0
    let isOpen = status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
    return isOpen || isOthers
      ? Finding(
        .warning, "sqlite folder", detail, advice: "let nobody else write to the folder (chmod 700)"
      )
      : Finding(.ok, "sqlite folder", detail)
  }

  var spaceFinding: Finding {
    var space = statvfs()
    guard statvfs(path, &space) == 0 else {
      return Finding(.warning, "sqlite space", "the file system doesn't say what is free")
    }
    let free = UInt64(space.f_bavail) * UInt64(space.f_frsize)
    let detail = "\(free >> 20) MiB free"
    if free < Self.noSpace {
      return Finding(.error, "sqlite space", detail, advice: "make room on the file system")
    }
    return free >= Self.littleSpace
      ? Finding(.ok, "sqlite space", detail)
      : Finding(.warning, "sqlite space", detail, advice: "make room on the file system")
  }
}
