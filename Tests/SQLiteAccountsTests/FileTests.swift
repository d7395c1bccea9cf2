import Accounts
import GRDB
import Glibc
import Secrets
import Testing

@testable import SQLiteAccounts

/// The owner and the permissions of the store's file.
struct FileTests {
  private let store = TestStore()

  private func mode(_ path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test func `F67 created files and folders are accessible only to their owner`() async throws {
    let folder = store.scratch.path + "/a/b"
    let service = try store.service(path: folder + "/accounts.sqlite")
    #expect(mode(folder) == nil, "nothing is created before the first call")
    #expect(try await service.signUp("octocat") == .created)
    #expect(mode(store.scratch.path + "/a") == 0o700)
    #expect(mode(folder) == 0o700)
    for name in ["accounts.sqlite", "accounts.sqlite-wal", "accounts.sqlite-shm"] {
      #expect(mode(folder + "/" + name) == 0o600, "\(name)")
    }
  }

  @Test(arguments: [0o644, 0o640, 0o660, 0o604, 0o601, 0o666, 0o777] as [UInt32])
  func `F67 a file that others can access is refused, with the remedy`(mode: UInt32) async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    chmod(store.path, mode)
    let before = store.scratch.content
    #expect(store.problem == .open(mode: mode))
    let error = #expect(throws: SQLiteStoreError.self) { try store.service() }
    let words = "\(try #require(error))"
    #expect(words.contains("chmod 600 '\(store.path)'"))
    #expect(store.scratch.content == before)
    chmod(store.path, 0o600)
    #expect(try await store.service().availability("octocat") == .taken)
  }

  @Test func `F67 a read-only or write-only file is refused`() async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    chmod(store.path, 0o400)
    #expect(store.problem == .readOnly)
    chmod(store.path, 0o200)
    #expect(store.problem == .unreadable(code: EACCES))
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `F67 a companion file that others can access is refused too`(companion: String)
    async throws
  {
    #expect(try await store.service().signUp("octocat") == .created)
    store.scratch.write([1], "accounts.sqlite" + companion)
    chmod(store.path + companion, 0o666)
    #expect(store.problem == .open(mode: 0o666))
  }

  /// Returns what an interrupted change of several databases leaves behind (SQLite's file format,
  /// 4).
  private func journal(naming other: String) -> [UInt8] {
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let name = Array(other.utf8)
    let sum = name.reduce(0) { $0 + Int($1) }
    let head = magic + word(0) + word(0) + word(0) + word(512) + word(4_096)
    let filling = [UInt8](repeating: 0, count: 512 - head.count)
    return head + filling + word((1 << 30) / 4_096 + 1) + name + word(name.count) + word(sum)
      + magic
  }

  @Test func `a journal that names another file is refused, and that file stays`() async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    store.scratch.write(Array("precious".utf8), "other")
    store.scratch.write(
      journal(naming: store.scratch.path + "/other"), "accounts.sqlite-journal")
    // Otherwise SQLite would delete it.
    let before = store.scratch.content
    #expect(store.problem == .foreignJournal)
    let service = try? store.service()
    _ = try? await service?.availability("octocat")
    #expect(store.scratch.content == before)
    unlink(store.path + "-journal")
    #expect(try await store.service().availability("octocat") == .taken)
  }

  @Test func `a journal that is planted while the store is open is refused at the next opening`()
    async throws
  {
    let service = try await store.signedUp()
    await service.close()
    store.scratch.write(Array("precious".utf8), "other")
    store.scratch.write(
      journal(naming: store.scratch.path + "/other"), "accounts.sqlite-journal")
    #expect(try await service.availability("octocat") == .unknown(.storeFailed))
    #expect(store.scratch.bytes("other") != nil)
  }

  @Test func `F67 a folder that any user can write to is refused, unless it is sticky`() {
    chmod(store.scratch.path, 0o777)
    #expect(store.problem == .folderOpen)
    chmod(store.scratch.path, 0o1777)
    #expect(store.problem == nil)
    chmod(store.scratch.path, 0o700)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser can write everywhere"))
  func `F67 a read-only folder is refused`() {
    chmod(store.scratch.path, 0o500)
    #expect(store.problem == .folderReadOnly)
    chmod(store.scratch.path, 0o700)
  }

  @Test func `a symbolic link is never followed`() async throws {
    let other = store.scratch.path + "/other.sqlite"
    symlink(other, store.path)
    #expect(store.problem == .symbolicLink)
    #expect(try await store.service(path: other).signUp("octocat") == .created)
    #expect(store.problem == .symbolicLink)
  }

  @Test func `only a regular file can be a store`() {
    mkdir(store.path, 0o700)
    #expect(store.problem == .notAFile)
    rmdir(store.path)
    mkfifo(store.path, 0o600)
    #expect(store.problem == .notAFile)
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can give files away"))
  func `another user's file is refused`() async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    chown(store.path, 65_534, 65_534)
    #expect(store.problem == .otherOwner(65_534))
  }

  @Test(arguments: ["", "a\0b"])
  func `a path that names no file is refused`(path: String) {
    let error = #expect(throws: SQLiteStoreError.self) { try store.service(path: path) }
    #expect(error?.problem == .noPath)
  }

  @Test func `a path through a file is refused`() {
    store.scratch.write([1], "file")
    let error = #expect(throws: SQLiteStoreError.self) {
      try store.service(path: store.scratch.path + "/file/accounts.sqlite")
    }
    #expect(error?.problem == .folder(code: ENOTDIR))
  }

  @Test(arguments: ["file:x?mode=memory", "a b%20c#d?e", "it's", "é", "-", "x:memory:"])
  func `a path is taken literally, whatever it contains`(name: String) async throws {
    let path = store.scratch.path + "/" + name
    #expect(try await store.service(path: path).signUp("octocat") == .created)
    #expect(store.scratch.content.keys.contains(name))
    #expect(try await store.service(path: path).availability("octocat") == .taken)
  }

  @Test func `each service in memory has its own store, which leaves nothing behind`() async throws
  {
    let (first, second) = (
      try store.service(path: ":memory:"), try store.service(path: ":memory:")
    )
    #expect(try await first.signUp("octocat") == .created)
    #expect(try await first.availability("octocat") == .taken)
    #expect(try await second.availability("octocat") == .available)
    #expect(store.scratch.content.isEmpty)
  }

  @Test func `after the store was moved away, the service writes to a new one`() async throws {
    let service = try await store.signedUp()
    for end in ["", "-wal", "-shm"] { rename(store.path + end, store.path + ".old" + end) }
    #expect(try await service.signUp("octodog") == .created)
    #expect(try store.rows("SELECT name FROM accounts") == ["octodog"])
  }

  @Test func `every refusal says where, what, and what to do`() {
    let problems: [SQLiteStoreError.Problem] = [
      .noPath, .folder(code: ENOENT), .folderReadOnly, .folderOpen, .notAFile, .symbolicLink,
      .otherOwner(1), .open(mode: 0o644), .readOnly, .unreadable(code: EACCES), .notADatabase,
      .otherApplication, .newer(schema: 2, known: 1), .corrupt("x"), .foreignSchema, .busy, .full,
      .outOfMemory,
      .failed("x"), .foreignJournal, .noFolder(code: ENOENT),
    ]
    let words = problems.map { "\(SQLiteStoreError(path: "/p/a.sqlite", problem: $0))" }
    #expect(Set(words).count == problems.count)
    for text in words {
      #expect(text.hasPrefix("/p/a.sqlite: "))
      #expect(text.split(separator: "; ").count == 2, "\(text)")
    }
    #expect(
      words[7]
        == "/p/a.sqlite: other users have access to the file (mode 644); "
        + "if it is a store, run chmod 600 '/p/a.sqlite' and consider who may have read the hashes, "
        + "otherwise name another file with --sqlite-path")
    #expect(
      SQLiteStoreError.Problem.corrupt("*** in database main ***\nTree 4 page 4: short").what
        == "the store is damaged (*** in database main ***, Tree 4 page 4: short)")
  }
}
