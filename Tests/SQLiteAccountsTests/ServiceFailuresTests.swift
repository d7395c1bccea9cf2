import Accounts
import GRDB
import Testing

@testable import SQLiteAccounts

/// Failures that are counted for a remote service.
struct ServiceFailuresTests {
  private let store = TestStore()
  private let octocat = Username("octocat")
  private let free = Failures.Rule.byName.free

  private func failures(
    at place: String = "https://one.test", from machine: String? = nil, path: String? = nil
  ) throws -> SQLiteFailures {
    try SQLiteFailures(
      path: path ?? store.path, place: place, machine: machine,
      timeout: .seconds(10), now: { [clock = store.clock] in clock.now })
  }

  private func fail(_ failures: SQLiteFailures, _ times: Int) async throws {
    for _ in 0..<times { #expect(try await failures.begin(octocat) == nil) }
  }

  @Test func `failures delay a name until time passes or the password is right`() async throws {
    let failures = try failures()
    try await fail(failures, free)
    let name = Username("OctoCat")
    #expect(try await failures.begin(name) == .tooManyFailures(.seconds(1)))
    #expect(try await failures.begin(Username("octodog")) == nil)
    store.clock.now += 1
    #expect(try await failures.begin(octocat) == nil)
    #expect(try await failures.begin(octocat) == .tooManyFailures(.seconds(2)))
    await failures.succeed(octocat)
    try await fail(failures, free)
  }

  @Test func `another program shares the count, and another service has its own`() async throws {
    try await fail(failures(), free)
    #expect(try await failures().begin(octocat) == .tooManyFailures(.seconds(1)))
    #expect(try await failures(at: "https://two.test").begin(octocat) == nil)
  }

  @Test func `an attempt that was taken back does not count`() async throws {
    let failures = try failures(from: "192.0.2.1")
    for _ in 0..<(Failures.Rule.byMachine.free * 2) {
      #expect(try await failures.begin(octocat) == nil)
      await failures.takeBack(octocat)
    }
    #expect(try store.rows("SELECT count(*) FROM failures") == ["0"])
  }

  @Test func `failures delay a machine`() async throws {
    let failures = try failures(from: "192.0.2.1")
    for number in 0..<Failures.Rule.byMachine.free {
      #expect(try await failures.begin(Username("name \(number)")) == nil)
    }
    #expect(
      try await failures.begin(octocat) == .tooManyFailures(.seconds(1), isOfMachine: true))
  }

  @Test func `a name that no account can have is refused at once`() async throws {
    #expect(try await failures().begin(Username("a\0b")) == .wrongCredentials)
  }

  @Test func `no attempt is allowed if the store can't be written`() async throws {
    try await fail(failures(), 1)
    let failures = try failures()
    try store.change("DROP TABLE failures")
    #expect(try await failures.begin(octocat) == .unknown(.storeFailed))
  }

  @Test func `in memory, failures are counted while the program runs`() async throws {
    let failures = try failures(path: ":memory:")
    try await fail(failures, free)
    #expect(try await failures.begin(octocat) == .tooManyFailures(.seconds(1)))
    #expect(store.scratch.content.isEmpty)
  }
}
