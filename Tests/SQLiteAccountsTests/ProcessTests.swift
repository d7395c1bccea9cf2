import Accounts
import GRDB
import Secrets
import Testing

@testable import SQLiteAccounts

/// What only several processes can show.
struct ProcessTests {
  private let store = TestStore()

  private func integrity() throws -> [String] { try store.rows("PRAGMA integrity_check") }

  @Test
  func `F65 F40 of what was acknowledged before a kill at 300 random moments, nothing is lost`()
    async throws
  {
    var acknowledged: [String] = []
    var cutShort = 0
    for round in 0..<30 {
      let children = try (0..<10).map {
        try Signups(store, "k\(round)-\($0)-", count: 1_000_000, ["cheap", "ready"])
      }
      // One while it begins, the others while they sign names up.
      for child in children.dropFirst() { child.readFirst() }
      let start = ContinuousClock().now
      let moments = children.map { _ in Int.random(in: 0...150_000) }.sorted()
      for (child, moment) in zip(children, [0] + moments) {
        child.read(until: start + .microseconds(moment))
        child.kill()
        acknowledged += child.acknowledged
        if !child.acknowledged.isEmpty { cutShort += 1 }
      }
    }
    #expect(cutShort > 50, "many were killed while they signed names up")
    #expect(try integrity() == ["ok"])
    let stored = Set(try store.rows("SELECT name FROM accounts"))
    #expect(acknowledged.filter { !stored.contains($0) } == [])
    let hashes = try store.rows("SELECT password FROM accounts")
    #expect(hashes.allSatisfy { PasswordHash($0) != nil }, "nothing is half stored")
    #expect(try await store.service().signIn(acknowledged[0]) == .entered)
  }

  @Test func `F69 of 40 processes that sign up one name, one does, and 39 are told politely`()
    async throws
  {
    let children = try (0..<40).map {
      try Signups(store, $0.isMultiple(of: 2) ? "octodog" : "OctoDog", ["cheap", "wait"])
    }
    for child in children { child.go() }
    for child in children { #expect(child.finish() == 0) }
    let words = children.flatMap { $0.lines.map(\.word) }.sorted()
    #expect(words == ["signed-up"] + Array(repeating: "taken", count: 39))
    #expect(try store.rows("SELECT name_key FROM accounts") == ["octodog"])
    #expect(try integrity() == ["ok"])
  }

  @Test(arguments: [20_000, 60_000, 100_000, 300_000])
  func `F66 where the disk is full, it says so, and the store stays as it was`(size: Int)
    async throws
  {
    let child = try Signups(store, "f", count: 1_000_000, ["cheap", "file=\(size)"])
    #expect(child.finish() == 0)
    let last = try #require(child.lines.last)
    #expect(last.word == MessageKey.storeFull.rawValue)
    let service = try store.service()
    #expect(try await service.availability(last.name) == .available)
    #expect(try store.rows("SELECT name FROM accounts ORDER BY id") == child.acknowledged)
    #expect(try integrity() == ["ok"])
    #expect(try await service.signUp(last.name) == .created)
  }

  @Test func `F71 where there is no memory for the hash, nobody is signed up`() async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    let child = try Signups(store, "octodog", ["memory=\(30 << 20)"])
    #expect(child.finish() == 0)
    #expect(child.lines.map(\.word) == [MessageKey.outOfMemory.rawValue])
    #expect(try store.rows("SELECT name FROM accounts") == ["octocat"])
  }
}
