import Glibc
import Runtime

/// The file of the store as the system sees it, before SQLite opens it.
///
/// Only the journal is ever opened here, never the store itself: closing a file drops all of the
/// process's locks on it, including those of other connections (SQLite, "How To Corrupt An SQLite
/// Database File", 2.2).
struct StoreFile: Sendable {
  /// Absolute. (SQLite treats a relative path that begins with `file:` as a URI.)
  let path: String

  /// - Parameter path: A path, or `:memory:`.
  /// - Returns: `nil` for a store in memory.
  init?(_ path: String) throws(SQLiteStoreError) {
    if path == ":memory:" { return nil }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SQLiteStoreError(path: path, problem: .noPath)
    }
    if path.utf8.first == UInt8(ascii: "/") {
      self.path = path
      return
    }
    // Passing `nil` makes getcwd allocate the memory.
    guard let folder = getcwd(nil, 0) else {
      throw SQLiteStoreError(path: path, problem: .folder(code: errno))
    }
    defer { free(folder) }
    self.path = String(cString: folder) + "/" + path
  }

  /// The contents of a file, as far as known before it is opened.
  enum Content: Equatable {
    case none
    /// An empty file, such as one that was just created.
    case empty
    case some
  }

  /// Identifies a file, because another may replace it.
  struct Identity: Equatable {
    let device: UInt
    let inode: UInt
  }

  /// Everything that changes when a file is written.
  struct Stamp: Equatable {
    let identity: Identity
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// SQLite's other files: changes that are not in the main file yet, the index of these, and what
  /// is needed to roll back an interrupted change.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Whether a companion exists and is not empty.
  func hasContent(_ companion: String) -> Bool {
    (status(path + companion)?.st_size ?? 0) > 0
  }

  var identity: Identity? { status(path).map(Self.identity) }

  /// The stamps of the files with the store's contents; `nil` for each that is missing. (The index
  /// changes with each reader.)
  var stamps: [Stamp?] {
    ["", "-wal", "-journal"].map { companion in
      status(path + companion).map { status in
        Stamp(
          identity: Self.identity(status), size: status.st_size,
          seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
      }
    }
  }

  /// The size of the main file and of the changes that are not in it yet, in bytes; zero if there
  /// is none.
  var size: Int {
    (status(path)?.st_size ?? 0) + (status(path + "-wal")?.st_size ?? 0)
  }

  /// Whether the file can't grow: the file system is full, or the file size limit of the process is
  /// (almost) reached.
  var isFull: Bool {
    var space = statvfs()
    if statvfs(Path.folder(of: path), &space) == 0, space.f_bavail == 0 { return true }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
    return UInt(size) + Self.growth > limit.rlim_cur
  }

  /// In bytes. More than a change of the store writes at once.
  private static let growth: UInt = 1 << 20

  /// Checks that this user, and no other, has access to the file. Changes nothing.
  func examine() throws(SQLiteStoreError) -> Content {
    try examineFolder()
    for companion in Self.companions {
      // SQLite would treat a file that another user put there as its own.
      if let status = status(path + companion) { try Self.examine(status, path + companion) }
    }
    if namesAnotherJournal { throw error(.foreignJournal) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw error(.unreadable(code: errno)) }
      if hasContent("-wal") {
        throw error(.corrupt("its -wal file exists, but the file itself does not"))
      }
      return .none
    }
    try Self.examine(status, path)
    // Check the bits first, because the superuser can write any file.
    guard status.st_mode & S_IRUSR != 0, access(path, R_OK) == 0 else {
      throw error(.unreadable(code: EACCES))
    }
    guard status.st_mode & S_IWUSR != 0, access(path, W_OK) == 0 else { throw error(.readOnly) }
    if status.st_size > 0 { return .some }
    // SQLite would delete the -wal, which may be all that is left of the accounts.
    if hasContent("-wal") { throw error(.corrupt("it is empty, but its -wal file is not")) }
    return .empty
  }

  /// Creates the file, accessible only to this user, and the folders above it. It is no error if
  /// another program has created the file meanwhile.
  func create() throws(SQLiteStoreError) {
    if let code = Path.makeFolder(Path.folder(of: path)) {
      throw error(code == ENOSPC || code == EDQUOT ? .full : .noFolder(code: code))
    }
    // Not open(2), which would follow a link; and the store must not be opened (see above).
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
      throw error(errno == ENOSPC || errno == EDQUOT ? .full : .folder(code: errno))
    }
  }

  /// Whether the journal ends with the name of another file. The next time that SQLite opens the
  /// store, it would look into that file and delete it ("super-journal" in SQLite's file format).
  /// Only a change of several databases at once creates such a journal, and this program never
  /// makes one.
  ///
  /// Unlike the store itself, the journal has no locks that closing it would drop.
  private var namesAnotherJournal: Bool {
    let descriptor = open(path + "-journal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var end = [UInt8](repeating: 0, count: Self.journalMagic.count)
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= end.count else { return false }
    let count = pread(descriptor, &end, end.count, size - end.count)
    return count == end.count && end == Self.journalMagic
  }

  /// The last bytes of a journal that names another.
  private static let journalMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  private static func examine(_ status: stat, _ path: String) throws(SQLiteStoreError) {
    let problem: SQLiteStoreError.Problem? =
      switch status.st_mode & S_IFMT {
      case S_IFREG where status.st_uid != geteuid(): .otherOwner(status.st_uid)
      case S_IFREG where status.st_mode & 0o077 != 0: .open(mode: status.st_mode & 0o777)
      case S_IFREG where status.st_nlink > 1: .severalNames
      case S_IFREG: nil
      case S_IFLNK: .symbolicLink
      default: .notAFile
      }
    if let problem { throw SQLiteStoreError(path: path, problem: problem) }
  }

  /// The folder of the store, or its nearest ancestor that exists.
  var nearestFolder: String {
    var folder = Path.folder(of: path)
    while access(folder, F_OK) != 0, errno == ENOENT, folder != "/" {
      folder = Path.folder(of: folder)
    }
    return folder
  }

  private func examineFolder() throws(SQLiteStoreError) {
    let folder = nearestFolder
    var status = stat()
    guard stat(folder, &status) == 0 else { throw error(.folder(code: errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw error(.folder(code: ENOTDIR)) }
    guard access(folder, X_OK) == 0 else { throw error(.folder(code: errno)) }
    guard access(folder, W_OK) == 0 else { throw error(.folderReadOnly) }
    // In a sticky folder, only owners can replace files.
    guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
      throw error(.folderOpen)
    }
  }

  func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func identity(_ status: stat) -> Identity {
    Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }

  private func error(_ problem: SQLiteStoreError.Problem) -> SQLiteStoreError {
    SQLiteStoreError(path: path, problem: problem)
  }
}
