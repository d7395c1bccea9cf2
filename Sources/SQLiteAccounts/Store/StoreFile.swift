import Glibc

/// The store's file as the system sees it, before SQLite does.
///
/// The file is never opened here, only its journal is. To close a file drops all of the process's locks on
/// it, those of its other connections too (SQLite, "How To Corrupt An SQLite Database File", 2.2).
struct StoreFile: Sendable {
  let path: String

  /// What a file holds before it is opened.
  enum Content: Equatable {
    case none
    /// A file of no bytes: one that was just made.
    case empty
    case some
  }

  /// Which file it is: another one may be put in its place.
  struct Identity: Equatable {
    let device: UInt
    let inode: UInt
  }

  /// All that changes with a file when it is written.
  struct Stamp: Equatable {
    let identity: Identity
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// SQLite's other files: what is not yet in the main one, the index of that, and what a change that was
  /// broken off has to be undone with.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Whether there is something in a companion.
  func hasContent(_ companion: String) -> Bool {
    (status(path + companion)?.st_size ?? 0) > 0
  }

  var identity: Identity? { status(path).map(Self.identity) }

  /// Of what holds the store's content; nil for what there is not. (The index changes with each reader.)
  var stamps: [Stamp?] {
    ["", "-wal", "-journal"].map { companion in
      status(path + companion).map { status in
        Stamp(
          identity: Self.identity(status), size: status.st_size,
          seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
      }
    }
  }

  /// Of what is not yet in the main file, and what is: bytes; zero where there is none.
  var size: Int {
    (status(path)?.st_size ?? 0) + (status(path + "-wal")?.st_size ?? 0)
  }

  /// Whether the file can't grow: the file system is full, or the process has a limit that is (nearly)
  /// reached.
  var isFull: Bool {
    var space = statvfs()
    if statvfs(Self.folder(of: path), &space) == 0, space.f_bavail == 0 { return true }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
    return UInt(size) + Self.growth > limit.rlim_cur
  }

  /// More bytes than a change of the store writes at once.
  private static let growth: UInt = 1 << 20

  /// Permissions as nine bits, and who owns it; nil where there is no file.
  var ownership: (mode: UInt32, user: UInt32)? {
    status(path).map { ($0.st_mode & 0o777, $0.st_uid) }
  }

  /// Looks whether nobody but this user can get at the file, and this user can. Nothing is changed.
  func examine() throws(SQLiteStoreError) -> Content {
    try examineFolder()
    for companion in Self.companions {
      // One that somebody else has put there would be taken for the store's own.
      if let status = status(path + companion) { try Self.examine(status, path + companion) }
    }
    if namesAnotherJournal { throw error(.foreignJournal) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw error(.unreadable(code: errno)) }
      if hasContent("-wal") { throw error(.corrupt("its -wal file is there and itself is not")) }
      return .none
    }
    try Self.examine(status, path)
    // The bits first: to the superuser, every file can be written.
    guard status.st_mode & S_IRUSR != 0, access(path, R_OK) == 0 else {
      throw error(.unreadable(code: EACCES))
    }
    guard status.st_mode & S_IWUSR != 0, access(path, W_OK) == 0 else { throw error(.readOnly) }
    if status.st_size > 0 { return .some }
    // SQLite would delete what may be all that is left of the accounts.
    if hasContent("-wal") { throw error(.corrupt("it is empty, and its -wal file is not")) }
    return .empty
  }

  /// Makes the file, for this user alone, and the folders above it. One that is there meanwhile is as good.
  func create() throws(SQLiteStoreError) {
    try makeFolder(Self.folder(of: path))
    // Not open, which would follow a link; and see above.
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
      throw error(errno == ENOSPC || errno == EDQUOT ? .full : .folder(code: errno))
    }
  }

  /// Whether the journal ends with the name of another file. At the next opening SQLite would look into that
  /// file and delete it ("super-journal" in SQLite's file format). Only a change of several databases at once
  /// makes one, and this program never makes such a change.
  ///
  /// The journal, unlike the store itself, carries no locks that closing it would drop.
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

  /// The last bytes of a journal that names another one.
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

  /// The folder, or the nearest one above it that there is.
  private func examineFolder() throws(SQLiteStoreError) {
    var folder = Self.folder(of: path)
    var status = stat()
    while stat(folder, &status) != 0 {
      guard errno == ENOENT, folder != "/" else { throw error(.folder(code: errno)) }
      folder = Self.folder(of: folder)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw error(.folder(code: ENOTDIR)) }
    guard access(folder, X_OK) == 0 else { throw error(.folder(code: errno)) }
    guard access(folder, W_OK) == 0 else { throw error(.folderReadOnly) }
    // In a sticky one, only owners can put something in the place of something.
    guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
      throw error(.folderOpen)
    }
  }

  /// As the XDG Base Directory Specification wants it: 0700.
  private func makeFolder(_ folder: String) throws(SQLiteStoreError) {
    var status = stat()
    if stat(folder, &status) == 0 || folder == "/" { return }
    let above = Self.folder(of: folder)
    try makeFolder(above)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw error(errno == ENOSPC || errno == EDQUOT ? .full : .folder(code: errno))
    }
    // So that it is still there after the power is lost; SQLite does that for the files.
    let descriptor = open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return "/"
    }
    let above = String(path[..<slash])
    return above.utf8.last == UInt8(ascii: "/") ? folder(of: above + "x") : above
  }

  private func status(_ path: String) -> stat? {
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
