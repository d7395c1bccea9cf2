import Glibc

/// The owner of a store, found without following anything that this user could redirect.
///
/// This is for root, who administers other users' stores and acts as their owner, so that the files
/// that SQLite creates next to a store belong to the owner too.
package struct StoreOwner: Equatable, Sendable {
  package let user: uid_t
  /// The group of the store's file, or of its folder.
  package let group: gid_t

  /// Finds the owner of a store's file or, if there is none yet, of the folder in which it would be
  /// created.
  ///
  /// Every folder on the path must belong to root or to that owner, and no one else may write to
  /// it. A symbolic link is followed if it belongs to root and is in a folder to which only root
  /// can write. The file itself must not be a link.
  ///
  /// - Returns: `nil` for a store in memory.
  package init?(ofStoreAt path: String) throws(SQLiteStoreError) {
    guard let file = try StoreFile(path) else { return nil }
    var walk = try OwnerWalk(file.path)
    self = try walk.run()
  }

  fileprivate init(_ status: stat) {
    (user, group) = (status.st_uid, status.st_gid)
  }
}

/// Walks the path to a store's file, folder by folder. Each is opened relative to the previous one,
/// so that the folder that was checked is the one that is used.
private struct OwnerWalk: ~Copyable {
  private let path: String
  /// The remaining names. The last is that of the file.
  private var names: [Substring]
  /// The folders so far. The last one is open.
  private var folders: [(place: String, status: stat)] = []
  private var folder: CInt
  private var links = 0

  /// `O_PATH` (open(2)), which Glibc's module lacks. With it, entering a folder needs no permission
  /// to read it.
  private static let look: CInt = 0o10_000_000
  /// The same limit as in Linux.
  private static let mostLinks = 40

  init(_ path: String) throws(SQLiteStoreError) {
    self.path = path
    names = path.split(separator: "/").filter { $0 != "." }
    folder = open("/", Self.look | O_DIRECTORY | O_CLOEXEC)
    try note("/")
  }

  deinit { close(folder) }

  mutating func run() throws(SQLiteStoreError) -> StoreOwner {
    while let name = names.first {
      names.removeFirst()
      var status = stat()
      guard fstatat(folder, String(name), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        guard errno == ENOENT else { throw error(.folder(code: errno)) }
        return try trusted(StoreOwner(folders[folders.count - 1].status))
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG where names.isEmpty: return try trusted(StoreOwner(status))
      case S_IFLNK where names.isEmpty: throw error(.symbolicLink)
      case _ where names.isEmpty: throw error(.notAFile)
      case S_IFDIR: try enter(name)
      case S_IFLNK: try follow(name, status)
      default: throw error(.folder(code: ENOTDIR))
      }
    }
    throw error(.notAFile)
  }

  private mutating func enter(_ name: Substring) throws(SQLiteStoreError) {
    let next = openat(folder, String(name), Self.look | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard next >= 0 else { throw error(.folder(code: errno)) }
    close(folder)
    folder = next
    try note(folders[folders.count - 1].place + name + "/")
  }

  private mutating func note(_ place: String) throws(SQLiteStoreError) {
    var status = stat()
    guard folder >= 0, fstat(folder, &status) == 0 else { throw error(.folder(code: errno)) }
    folders.append((place, status))
  }

  private mutating func follow(
    _ name: Substring, _ status: stat
  ) throws(SQLiteStoreError) {
    let (place, above) = folders[folders.count - 1]
    guard status.st_uid == 0, above.st_uid == 0, above.st_mode & 0o022 == 0,
      links < Self.mostLinks
    else { throw error(.untrustedWay(place + name)) }
    links += 1
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { bytes in
      readlinkat(
        folder, String(name), bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count)
    }
    guard count > 0, count < target.count else { throw error(.folder(code: ENAMETOOLONG)) }
    let text = String(decoding: target.prefix(count), as: UTF8.self)
    names = text.split(separator: "/").filter { $0 != "." } + names
    guard text.hasPrefix("/") else { return }
    close(folder)
    folder = open("/", Self.look | O_DIRECTORY | O_CLOEXEC)
    try note("/")
  }

  /// Returns the owner, if only the owner and root can change the path.
  private func trusted(_ owner: StoreOwner) throws(SQLiteStoreError) -> StoreOwner {
    for (place, status) in folders {
      let isTheirs = status.st_uid == 0 || status.st_uid == owner.user
      // In a sticky folder, only owners can replace files.
      let others: mode_t = status.st_uid == 0 ? 0o022 : 0o002
      let isOpen = status.st_mode & others != 0 && status.st_mode & S_ISVTX == 0
      guard isTheirs, !isOpen else { throw error(.untrustedWay(place)) }
    }
    return owner
  }

  private func error(_ problem: SQLiteStoreError.Problem) -> SQLiteStoreError {
    SQLiteStoreError(path: path, problem: problem)
  }
}
