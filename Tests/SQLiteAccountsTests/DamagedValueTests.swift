import Accounts
import GRDB
import Glibc
import Secrets
import Testing

@testable import SQLiteAccounts

/// Values that only a damaged store contains. Each call either works or reports the damage, and
/// reveals no row.
struct DamagedValueTests {
  private let store = TestStore()
  private static let name = "planted-name-73"
  private static let answer = "planted-answer-37"

  /// Creates a store with an account, a session, a failure and a known machine.
  ///
  /// - Returns: The account's hash, and the session's token.
  private func fill() async throws -> (hash: String, token: SessionToken) {
    let service = try store.service(machine: "192.0.2.1")
    let registration = Registration(
      username: Username(Self.name), password: TestStore.password,
      answers: [Answer("email", Self.answer), Answer("about", Self.answer)])
    #expect(try await service.signUp(registration) == .created)
    #expect(try await service.signIn(Self.name) == .entered)
    #expect(try await service.signIn("somebody", Secret("wrong")) == .wrongCredentials)
    let begun = try await service.beginSession(of: Username(Self.name))
    await service.close()
    let hashes = try store.rows("SELECT password FROM accounts")
    return (try #require(hashes.first), try #require(begun).token)
  }

  /// Makes every call that reads the store, and returns the results by call.
  ///
  /// - Parameter wholeCheck: Zero to treat the store as too large to be read completely first.
  private func everyAnswer(_ token: SessionToken, wholeCheck: Int = 0) async -> [String: String] {
    var answers: [String: String] = [:]
    func ask(_ call: String, _ body: (SQLiteAccounts) async throws -> String) async {
      do {
        let service = try store.service(machine: "192.0.2.1", wholeCheck: wholeCheck)
        answers[call] = try await body(service)
        await service.close()
      } catch {
        answers[call] = "\(error)"
      }
    }
    await ask("list") { "listed \(try await $0.names().count)" }
    await ask("list by time") { service in
      "listed \(try await service.names(AccountQuery(order: .created)).count)"
    }
    await ask("search") { service in
      "listed \(try await service.names(AccountQuery(search: "37")).count)"
    }
    await ask("answer names") { "\(try await $0.answerNames().count) names" }
    await ask("show") { service in
      try await service.account(of: Username(Self.name)) == nil ? "nobody" : "somebody"
    }
    await ask("availability") { "\(try await $0.availability(Self.name))" }
    await ask("session") { service in
      try await service.session(of: token) == nil ? "nobody" : "somebody"
    }
    await ask("begin") { service in
      try await service.beginSession(of: Username(Self.name)) == nil ? "nobody" : "somebody"
    }
    await ask("sign-in") { "\(try await $0.signIn(Self.name))" }
    await ask("sign-up") { "\(try await $0.signUp(Self.name))" }
    await ask("other sign-up") { "\(try await $0.signUp("octodog"))" }
    await ask("checkup") { service in
      await service.checkup().map { "\($0.level) \($0.detail)" }.joined(separator: "\n")
    }
    await ask("disable") { service in
      let account = Account(id: "1", username: Username(Self.name), created: 0, isActive: true)
      return "\(try await service.setActive(false, account))"
    }
    await ask("remove") { service in
      let account = Account(id: "1", username: Username(Self.name), created: 0, isActive: true)
      return "\(try await service.remove(account))"
    }
    return answers
  }

  /// Makes a change that the tables forbid. Their definitions are restored afterwards.
  private func force(_ table: String, _ change: String) throws {
    let before = try store.rows("SELECT sql FROM sqlite_schema WHERE name = '\(table)'")
    func redefine(_ sql: String) throws {
      let other = try store.connection()
      try other.run("PRAGMA writable_schema = ON")
      try other.writeWithoutTransaction { db in
        try db.execute(
          sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [sql, table])
      }
      try other.close()
    }
    let definition = try #require(before.first)
    let loose = [
      " NOT NULL": "", " STRICT,": "", " STRICT": "", " CHECK (disabled IN (0, 1))": "",
      " TEXT": " BLOB", " INTEGER,": " BLOB,", " INTEGER\n": " BLOB\n",
    ].sorted { $0.key.count > $1.key.count }.reduce(definition) {
      $0.replacing($1.key, with: $1.value)
    }
    try redefine(loose)
    let other = try store.connection()
    try other.run("PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF")
    try? other.run("UPDATE \(table) SET \(change)")
    try other.close()
    try redefine(definition)
    chmod(store.path, 0o600)
  }

  static let columns: [(table: String, column: String)] = [
    ("accounts", "name"), ("accounts", "name_key"), ("accounts", "password"),
    ("accounts", "attempt"), ("accounts", "created"), ("accounts", "disabled"),
    ("sessions", "token_hash"), ("sessions", "account"), ("sessions", "created"),
    ("sessions", "expires"), ("failures", "name_hash"), ("failures", "count"),
    ("failures", "last"), ("known_machines", "pair_hash"), ("known_machines", "name_hash"),
    ("known_machines", "last"), ("settings", "name"), ("settings", "value"),
    ("grdb_migrations", "identifier"), ("answers", "account"), ("answers", "name"),
    ("answers", "value"),
  ]

  static let values = [
    "NULL", "1.5", "x'00FF'", "'text'", "-1", "2", "9223372036854775807", "-9223372036854775808",
    "''", "hex(zeroblob(1000000))", "CAST(x'61FF62' AS TEXT)", "CAST(x'610062' AS TEXT)",
  ]

  @Test(arguments: columns)
  func `F79 no value in any column makes a call crash or reveal a row`(
    table: String, column: String
  ) async throws {
    let (hash, token) = try await fill()
    let whole = store.scratch.content
    for value in Self.values {
      for (name, bytes) in whole { store.scratch.write(bytes, name) }
      try force(table, "\(column) = \(value)")
      for (call, answer) in await everyAnswer(token) {
        #expect(!answer.contains(hash.suffix(20)), "\(call) with \(value)")
        #expect(!answer.contains(Self.name), "\(call) with \(value): \(answer)")
        #expect(!answer.contains(Self.answer), "\(call) with \(value): \(answer)")
      }
    }
  }

  @Test(arguments: [
    ("name", "NULL", "list"), ("name", "x'00FF'", "show"), ("name", "1.5", "list"),
    ("name", "CAST(x'61FF62' AS TEXT)", "list"), ("created", "NULL", "list"),
    ("created", "'text'", "list by time"), ("disabled", "NULL", "show"), ("disabled", "2", "list"),
    ("name", "hex(zeroblob(1000000))", "list"), ("name_key", "NULL", "list"),
    ("name", "CAST(x'61FF62' AS TEXT)", "show"), ("name", "CAST(x'610062' AS TEXT)", "show"),
  ])
  func `F79 a listing with an impossible value says that the store is damaged`(
    column: String, value: String, call: String
  ) async throws {
    let (_, token) = try await fill()
    try force("accounts", "\(column) = \(value)")
    let answer = try #require(await everyAnswer(token)[call])
    #expect(answer.contains("the store is damaged"), "\(answer)")
  }

  @Test(arguments: ["NULL", "x'00FF'", "1.5", "'text'", "hex(zeroblob(1000000))"])
  func `F79 an invalid hash makes the store unusable`(value: String) async throws {
    _ = try await fill()
    try force("accounts", "password = \(value)")
    let service = try store.service(wholeCheck: 0)
    #expect(try await service.signIn(Self.name) == .unknown(.storeFailed))
  }

  @Test func `F79 a small store is read completely, and refused before any call`() async throws {
    let (_, token) = try await fill()
    try force("accounts", "created = NULL")
    for (call, answer) in await everyAnswer(token, wholeCheck: Store.wholeCheck)
    where call != "checkup" {
      #expect(answer.contains("the store is damaged"), "\(call): \(answer)")
    }
  }

  @Test(arguments: [
    "ALTER TABLE accounts ADD COLUMN other TEXT", "CREATE TABLE other (x)",
    "DROP INDEX accounts_by_creation", "CREATE INDEX other ON accounts (name)",
    "DROP TABLE known_machines", "DROP TABLE answers", "DROP INDEX answers_by_name",
    "ALTER TABLE answers ADD COLUMN other TEXT", "ALTER TABLE answers RENAME COLUMN value TO text",
    "ALTER TABLE sessions RENAME COLUMN created TO made",
    "CREATE TRIGGER t BEFORE INSERT ON accounts BEGIN SELECT raise(ignore); END",
    "CREATE VIEW v AS SELECT password FROM accounts",
  ])
  func `F70 F79 tables that this program would not create are refused, and found by the checkup`(
    sql: String
  ) async throws {
    _ = try await fill()
    let service = try store.service()
    try store.change(sql)
    #expect(store.problem == .foreignSchema)
    let found = await service.checkup().filter { $0.level == .error }
    #expect(found.map(\.subject) == ["sqlite store"])
    #expect(found.first?.detail.contains("the tables differ") == true)
  }

  @Test(arguments: [
    ("name", "x'00FF'"), ("name", "CAST(x'61FF62' AS TEXT)"), ("value", "NULL"),
    ("value", "CAST(x'610062' AS TEXT)"),
  ])
  func `F79 an impossible answer makes a listing say that the store is damaged`(
    column: String, value: String
  ) async throws {
    let (_, token) = try await fill()
    try force("answers", "\(column) = \(value)")
    let answers = await everyAnswer(token)
    for call in ["list", "show"] {
      #expect(answers[call]?.contains("the store is damaged") == true, "\(call)")
    }
    if column == "name" {
      #expect(answers["answer names"]?.contains("the store is damaged") == true)
    }
    #expect(answers["sign-in"]?.hasPrefix("signedIn") == true, "people can still sign in")
  }

  @Test func `the statistics of ANALYZE do not count as a change of the tables`() async throws {
    _ = try await fill()
    try store.change("ANALYZE")
    #expect(store.problem == nil)
  }

  /// In a large store, a changed byte is not found at opening.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `F79 a single changed byte makes no call crash or reveal a row`(seed: UInt64) async throws {
    let (hash, token) = try await fill()
    try await store.connection().write { db in
      for index in 0..<200 { try store.insert("somebody\(index)", db) }
    }
    let whole = store.scratch.content
    let bytes = try #require(whole["accounts.sqlite"])
    var generator = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let offset = Int.random(in: 0..<bytes.count, using: &generator)
      var damaged = bytes
      damaged[offset] ^= UInt8.random(in: 1...255, using: &generator)
      store.scratch.write(damaged)
      for end in ["-wal", "-shm", "-journal"] { unlink(store.path + end) }
      for (call, answer) in await everyAnswer(token) {
        #expect(!answer.contains(hash.suffix(20)), "\(call), byte \(offset), seed \(seed)")
        #expect(!answer.contains(Self.name), "\(call), byte \(offset), seed \(seed): \(answer)")
        #expect(!answer.contains(Self.answer), "\(call), byte \(offset), seed \(seed)")
      }
    }
  }
}
