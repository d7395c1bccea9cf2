import Accounts
import GRDB
import Glibc
import Secrets
import Testing
import Threads

@testable import SQLiteAccounts

/// What only several processes can show.
struct ProcessTests {
  private let store = TestStore()

  private func integrity() throws -> [String] { try store.rows("PRAGMA integrity_check") }

  @Test
  func `F65 F40 of what was acknowledged before a kill at 300 random moments, nothing is lost`()
    async throws
  {
    let (asked, acknowledged) = try await blocking { try kill(children: 10, rounds: 30) }
    #expect(acknowledged.count >= asked, "each was killed once it had signed names up")
    #expect(try integrity() == ["ok"])
    let stored = Set(try store.rows("SELECT name FROM accounts"))
    #expect(acknowledged.filter { !stored.contains($0) } == [])
    let hashes = try store.rows("SELECT password FROM accounts")
    #expect(hashes.allSatisfy { PasswordHash($0) != nil }, "nothing is half stored")
    let last = try #require(acknowledged.last)
    #expect(try await store.service().signIn(last) == .entered)
  }

  /// Lets many sign names up at once, and kills each at a random moment: once it has acknowledged so many
  /// names, and a little later.
  ///
  /// - Returns: how many acknowledgements were waited for, and all names that were acknowledged.
  private func kill(children: Int, rounds: Int) throws -> (asked: Int, acknowledged: [String]) {
    var asked = 0
    var acknowledged: [String] = []
    for round in 0..<rounds {
      let children = try (0..<children).map {
        try Signups(store, "k\(round)-\($0)-", count: 100_000, ["cheap", "wait"])
      }
      for child in children { child.readFirst() }
      for child in children { child.go() }
      for child in children {
        let count = Int.random(in: 0...3)
        asked += count
        child.read(acknowledging: count)
        usleep(.random(in: 0...10_000))
        child.kill()
        acknowledged += child.acknowledged
      }
    }
    return (asked, acknowledged)
  }

  /// Runs what waits for other processes on a thread of its own: Swift's few are the other tests'.
  private func blocking<Answer: Sendable>(
    _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    try await Place.thread(BlockingThread()).attempt(body)
  }

  /// Waits for a child's end; what it has said.
  private func ended(_ name: String, count: Int? = nil, _ options: [String]) async throws -> [Line]
  {
    try await blocking {
      let child = try Signups(store, name, count: count, options)
      #expect(child.finish() == 0)
      return child.lines
    }
  }

  private typealias Line = Signups.Line

  @Test func `F69 of 40 processes that sign up one name, one does, and 39 are told politely`()
    async throws
  {
    let words = try await blocking {
      let children = try (0..<40).map {
        try Signups(store, $0.isMultiple(of: 2) ? "octodog" : "OctoDog", ["cheap", "wait"])
      }
      for child in children { child.readFirst() }
      for child in children { child.go() }
      for child in children { #expect(child.finish() == 0) }
      return children.flatMap { $0.lines.map(\.word) }.filter { $0 != "ready" }.sorted()
    }
    #expect(words == ["signed-up"] + Array(repeating: "taken", count: 39))
    #expect(try store.rows("SELECT name_key FROM accounts") == ["octodog"])
    #expect(try integrity() == ["ok"])
  }

  @Test(arguments: [20_000, 60_000, 100_000, 300_000])
  func `F66 where the disk is full, it says so, and the store stays as it was`(size: Int)
    async throws
  {
    let lines = try await ended("f", count: 100_000, ["cheap", "file=\(size)"])
    let last = try #require(lines.last)
    let acknowledged = lines.dropLast().map(\.name)
    #expect(last.word == MessageKey.storeFull.rawValue)
    let service = try store.service()
    #expect(try await service.availability(last.name) == .available)
    #expect(try store.rows("SELECT name FROM accounts ORDER BY id") == acknowledged)
    #expect(try integrity() == ["ok"])
    #expect(try await service.signUp(last.name) == .created)
  }

  @Test func `F71 where there is no memory for the hash, nobody is signed up`() async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    let lines = try await ended("octodog", ["memory=\(30 << 20)"])
    #expect(lines.map(\.word) == [MessageKey.outOfMemory.rawValue])
    #expect(try store.rows("SELECT name FROM accounts") == ["octocat"])
  }
}
