import Accounts
import Glibc
import Runtime

extension StoreFile {
  /// In bytes. With less, the operator should free some space.
  private static let littleSpace: UInt64 = 64 << 20

  /// In bytes. With less, no account can be created: the store and its `-wal` need at least this
  /// much.
  static let leastSpace = 1 << 20

  var ownershipFinding: Finding {
    guard let status = status(path) else {
      return Finding(.error, "sqlite file", "\(path) is gone")
    }
    let mode = String(status.st_mode & 0o777, radix: 8)
    return Finding(.ok, "sqlite file", "\(path): mode \(mode), user \(status.st_uid)")
  }

  /// Anyone who can write to the folder can remove the store, or add a -journal that SQLite would
  /// roll back.
  var folderFinding: Finding {
    var status = stat()
    let folder = nearestFolder
    guard stat(folder, &status) == 0 else {
      return Finding(.error, "sqlite folder", "\(folder) is gone")
    }
    let detail = "\(folder): mode \(String(status.st_mode & 0o7777, radix: 8))"
    let isOthers = status.st_uid != geteuid() && status.st_uid != 0
    return status.st_mode & 0o022 != 0 || isOthers
      ? Finding(
        .warning, "sqlite folder", detail,
        advice: "move the store to a folder that no one else can write to (mode 700)")
      : Finding(.ok, "sqlite folder", detail)
  }

  /// The free space for unprivileged users, as `statvfs` reports it.
  var spaceFinding: Finding {
    let subject = "sqlite space"
    var space = statvfs()
    // A file system such as /proc has no blocks, which doesn't mean that it is full.
    guard statvfs(nearestFolder, &space) == 0, space.f_blocks > 0 else {
      return Finding(.warning, subject, "the file system does not report its free space")
    }
    let free = UInt64(space.f_bavail) * UInt64(space.f_frsize)
    let detail = free >> 20 > 0 ? "\(free >> 20) MiB free" : "\(free >> 10) KiB free"
    let advice =
      "free some space on the file system: an account takes about 1 KiB, the -wal up to 4 MiB"
    if space.f_files > 0, space.f_favail == 0 {
      return Finding(
        .error, subject, "no file can be created, because no inode is free", advice: advice)
    }
    if free < Self.leastSpace { return Finding(.error, subject, detail, advice: advice) }
    return free >= Self.littleSpace
      ? Finding(.ok, subject, detail) : Finding(.warning, subject, detail, advice: advice)
  }

  /// Creates a file in the folder of the store, at least as large as a store, and removes it. Only
  /// this is reliable: permission bits don't reveal a read-only file system, /proc or a quota.
  func tryFolder() throws(SQLiteStoreError) {
    let name = "/.signup-bot-trial-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    var trial = nearestFolder + name
    // A missing folder would be created.
    let makesFolder = nearestFolder != Path.folder(of: path)
    if makesFolder {
      guard mkdir(trial, 0o700) == 0 else { throw failed(errno, makesFolder: true) }
      trial += name
    }
    defer { if makesFolder { rmdir(Path.folder(of: trial)) } }
    let descriptor = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failed(errno) }
    defer {
      close(descriptor)
      unlink(trial)
    }
    let content = [UInt8](repeating: 0x5A, count: Self.leastSpace)
    if let code = content.withUnsafeBytes({ writeAll($0, to: descriptor) }) { throw failed(code) }
    guard fsync(descriptor) == 0 else { throw failed(errno) }
  }

  private func failed(_ code: Int32, makesFolder: Bool = false) -> SQLiteStoreError {
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(code)
    let problem = makesFolder ? SQLiteStoreError.Problem.noFolder(code: code) : .folder(code: code)
    return SQLiteStoreError(path: path, problem: isFull ? .full : problem)
  }
}
