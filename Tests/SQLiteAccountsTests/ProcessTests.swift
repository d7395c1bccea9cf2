import Accounts
import GRDB
import Glibc
import Runtime
import Secrets
import Testing

@testable import SQLiteAccounts

/// Tests that need several processes.
struct ProcessTests {
  private let store = TestStore()

  private func integrity() throws -> [String] { try store.rows("PRAGMA integrity_check") }

  /// The number of accounts that don't have all answers of their sign-up.
  private var incomplete: Int {
    get throws {
      try store.rows(
        """
        SELECT name FROM accounts WHERE (
          SELECT group_concat(name || length(value)) FROM answers WHERE account = accounts.id
        ) IS NOT 'email' || (length(name) + 12) || ',about\(SignupsTrial.longAnswer)'
        """
      ).count
    }
  }

  @Test
  func `F65 F40 nothing acknowledged is lost after kills at 300 random moments`() async throws {
    let (asked, acknowledged) = try await blocking { try kill(children: 10, rounds: 30) }
    #expect(acknowledged.count >= asked, "each must be killed after some acknowledgements")
    #expect(try integrity() == ["ok"])
    let stored = Set(try store.rows("SELECT name FROM accounts"))
    #expect(acknowledged.filter { !stored.contains($0) } == [])
    let hashes = try store.rows("SELECT password FROM accounts")
    #expect(hashes.allSatisfy { PasswordHash($0) != nil }, "no account must be stored partially")
    #expect(try incomplete == 0)
    let last = try #require(acknowledged.last)
    #expect(try await store.service().signIn(last) == .entered)
  }

  /// Runs many children that sign up names, and kills each at a random moment: a little after it
  /// has acknowledged a random number of names.
  ///
  /// - Returns: The number of acknowledgements waited for, and all acknowledged names.
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

  @Test func `F69 if 40 processes sign up one name, one succeeds and 39 are told it is taken`()
    async throws
  {
    let names = (0..<40).map { $0.isMultiple(of: 2) ? "octodog" : "OctoDog" }
    let words = try await Signups.atOnce(store, names).sorted()
    #expect(words == ["signed-up"] + Array(repeating: "taken", count: 39))
    #expect(try store.rows("SELECT name_key FROM accounts") == ["octodog"])
    #expect(try store.rows("SELECT name FROM answers ORDER BY id") == ["email", "about"])
    #expect(try integrity() == ["ok"])
  }

  @Test(arguments: [20_000, 60_000, 100_000, 300_000])
  func `F66 a full disk is reported, and the store stays as it was`(size: Int) async throws {
    let lines = try await Signups.run(store, "f", count: 100_000, ["cheap", "file=\(size)"])
    let last = try #require(lines.last)
    let acknowledged = lines.dropLast().map(\.name)
    #expect(last.word == "\(RefusalReason.storeFull)")
    let service = try store.service()
    #expect(try await service.availability(last.name) == .available)
    #expect(try store.rows("SELECT name FROM accounts ORDER BY id") == acknowledged)
    #expect(try incomplete == 0)
    #expect(try integrity() == ["ok"])
    #expect(try await service.signUp(last.name) == .created)
  }

  /// With the lower limit, there is no memory for a thread either.
  @Test(arguments: [4, 16])
  func `F71 without memory for the hash, no one is signed up`(megabytes: Int) async throws {
    #expect(try await store.service().signUp("octocat") == .created)
    let lines = try await Signups.run(store, "octodog", ["memory=\(megabytes << 20)"])
    #expect(lines.map(\.word) == ["\(RefusalReason.outOfMemory)"])
    #expect(try store.rows("SELECT name FROM accounts") == ["octocat"])
  }
}
