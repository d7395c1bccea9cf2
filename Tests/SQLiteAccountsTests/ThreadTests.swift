import Accounts
import Glibc
import Runtime
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import SQLiteAccounts

struct ThreadTests {
  private let store = TestStore()

  @Test func `inline calls return before they suspend for the first time`() async throws {
    let service = try store.service(path: ":memory:")
    let answers = Mutex<[String]>([])
    let task = Task.immediate {
      let created = try await service.signUp("octocat") == .created
      answers.withLock { $0.append("signed up: \(created)") }
      let entered = try await service.signIn("octocat") == .entered
      answers.withLock { $0.append("signed in: \(entered)") }
      let taken = try await service.availability("octocat") == .taken
      answers.withLock { $0.append("taken: \(taken)") }
    }
    #expect(answers.withLock { $0 } == ["signed up: true", "signed in: true", "taken: true"])
    try await task.value
  }

  @Test func `an unused service starts nothing and creates nothing`() throws {
    let service = try store.service(runsInline: false)
    #expect(service.page(of: Username("octocat")) == nil)
    #expect(store.scratch.content.isEmpty)
    guard case .thread(let thread) = service.storeroom else {
      Issue.record("inline")
      return
    }
    #expect(!thread.isStarted)
  }

  @Test func `a query for a name does not wait for another user's hash`() async throws {
    let service = try store.service(runsInline: false)
    guard case .thread(let hashing) = service.hashing else {
      Issue.record("inline")
      return
    }
    let gate = Gate()
    async let held: Void = hashing.run { gate.wait() }
    #expect(try await service.availability("octocat") == .available)
    gate.open()
    await held
  }
}
