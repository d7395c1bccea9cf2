import Accounts
import HTTP
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// F62: whatever the provider returns, a listing ends and shows each account once.
struct UnrulyListingTests {
  private let all = (1...12).map { "a\($0 + 100)" }

  /// A provider with generated pages.
  private func provider(
    cursors: Bool = false,
    _ page: @escaping @Sendable (_ start: Int, _ request: Int) -> HTTPResponse
  ) -> FakeProvider {
    let count = Atomic(0)
    return FakeProvider(
      quirks: .able(cursors: cursors),
      before: { request in
        guard let place = request.url.firstRange(of: cursors ? "cursor=" : "startIndex=") else {
          return nil
        }
        let number = request.url[place.upperBound...].prefix { $0.isNumber }
        let asked = count.wrappingAdd(1, ordering: .relaxed).newValue
        // A listing of a dozen accounts that takes this many pages would never end.
        if asked > 3000 { throw HTTPFailure(.timedOut, mayHaveArrived: true, detail: "endless") }
        return page(Int(number) ?? 1, asked)
      })
  }

  private func expectEach(_ names: [String], _ accounts: [Account]) {
    #expect(accounts.map(\.id) == names)
  }

  private func expectUnusable(_ error: DirectoryError?, _ why: String) {
    guard case .unusable(let told) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(told.contains(why))
  }

  @Test func `F62 the same page forever`() async throws {
    let names = Array(all.prefix(3))
    for total in [4, 1000, 1 << 53] {
      let provider = provider { _, _ in .page(names, total: total) }
      let (accounts, error) = try await listing(provider, size: 3)
      expectEach(names, accounts)
      #expect(error == .unknown(.nonsense))
      #expect(provider.requests.count < 30)
    }
  }

  @Test func `F62 all accounts on every page`() async throws {
    let provider = provider { _, _ in .page(all, total: 12) }
    let (accounts, error) = try await listing(provider, size: 3)
    expectEach(all, accounts)
    #expect(error == nil)
  }

  @Test(arguments: [0, 1, 3, 11])
  func `F62 a total below the number of accounts`(total: Int) async throws {
    let provider = provider { start, _ in
      .page(Array(all.dropFirst(start - 1).prefix(3)), total: total)
    }
    let (accounts, error) = try await listing(provider, size: 3)
    expectEach(all, accounts)
    #expect(error == nil)
  }

  @Test(arguments: [13, 100, 1 << 53])
  func `F62 a total above the number of accounts`(total: Int) async throws {
    let provider = provider { start, _ in
      .page(Array(all.dropFirst(start - 1).prefix(3)), total: total)
    }
    let (accounts, error) = try await listing(provider, size: 3)
    expectEach(all, accounts)
    #expect(error == .unknown(.nonsense))
    #expect(provider.requests.count < 40)
  }

  @Test func `F62 many accounts that start over after the last one`() async throws {
    let names = (0..<1500).map { "a\($0)" }
    let provider = provider { start, _ in
      .page(Array(names.dropFirst((start - 1) % 1500).prefix(100)), total: 100_000)
    }
    let (accounts, error) = try await listing(provider)
    expectEach(names, accounts)
    #expect(error == .unknown(.nonsense))
  }

  @Test func `F62 an empty page in the middle`() async throws {
    let provider = provider { start, _ in
      .page(start > 5 ? [] : Array(all.dropFirst(start - 1).prefix(3)), total: 12)
    }
    let (accounts, error) = try await listing(provider, size: 3)
    expectEach(Array(all.prefix(7)), accounts)
    #expect(error == .unknown(.nonsense))
  }

  @Test func `F62 an endless sequence of new accounts`() async throws {
    for total in [0, 12, 500] {
      let provider = provider { start, _ in
        .page((start..<(start + 10)).map { "n\($0)" }, total: total)
      }
      let (accounts, error) = try await listing(provider, size: 10)
      expectUnusable(error, "shows many more accounts than it tells of")
      #expect(Set(accounts.map(\.id)).count == accounts.count)
      #expect(accounts.count <= 2 * total + 1000)
    }
  }

  @Test func `F62 a cycle of pages`() async throws {
    for length in [2, 3, 4] {
      let provider = provider { _, request in
        .page(Array(all.dropFirst(request % length * 3).prefix(3)), total: 1000)
      }
      let (accounts, error) = try await listing(provider, size: 3)
      #expect(Set(accounts.map(\.id)).count == accounts.count)
      #expect(error == .unknown(.nonsense))
      #expect(provider.requests.count < 100)
    }
  }

  @Test func `F62 a different order on each page`() async throws {
    let provider = provider { start, request in
      var random = SplitMix64(seed: UInt64(request))
      return .page(Array(all.shuffled(using: &random).dropFirst(start - 1).prefix(3)), total: 12)
    }
    let (accounts, _) = try await listing(provider, size: 3)
    #expect(Set(accounts.map(\.id)).count == accounts.count)
    #expect(accounts.count >= 3)
  }

  @Test func `F62 accounts without an id or a name are reported`() async throws {
    let nameless =
      #"{"id":"1"},{"userName":"x"},{"id":"","userName":"y"},{"id":2,"userName":"z"},7,null,"#
    let page = #"{"totalResults":7,"Resources":[\#(nameless){"id":"8","userName":"a"}]}"#
    let provider = provider { start, _ in start == 1 ? .json(200, page) : .page(["8"], total: 7) }
    let (accounts, error) = try await listing(provider)
    #expect(accounts.map(\.id) == ["8"])
    #expect(error == .unknown(.nonsense))
    let endless = self.provider { _, _ in .json(200, page) }
    expectUnusable(try await listing(endless).error, "shows many more accounts than it tells of")
    #expect(endless.requests.count < 300)
  }

  @Test func `cursors are followed to the last page`() async throws {
    let provider = provider(cursors: true) { start, _ in
      let next = start + 3 <= 12 ? #""nextCursor":"\#(start + 3) /?&","# : ""
      return .page(Array(all.dropFirst(start - 1).prefix(3)), total: nil, next)
    }
    let (accounts, error) = try await listing(provider, size: 3)
    expectEach(all, accounts)
    #expect(error == nil)
    #expect(provider.requests[1].contains("?cursor=&count=3&"))
    #expect(provider.requests[2].contains("?cursor=4%20%2F%3F%26&count=3&"))
    #expect(provider.requests.count == 5)
  }

  @Test func `F62 cursors that lead nowhere`() async throws {
    let same = provider(cursors: true) { _, _ in
      .page(["a"], total: nil, #""nextCursor":"1","#)
    }
    let circle = provider(cursors: true) { start, _ in
      .page(["a\(start)"], total: nil, #""nextCursor":"\#(start % 3 + 1)","#)
    }
    let empty = provider(cursors: true) { _, request in
      .page([], total: 5, #""nextCursor":"\#(request)","#)
    }
    let long = provider(cursors: true) { _, _ in
      .page(["a"], total: nil, #""nextCursor":"\#(String(repeating: "x", count: 10_000))","#)
    }
    let cases = [
      (same, 1, "page after page without"), (circle, 3, "the cursor of an earlier page again"),
      (empty, 0, "page after page without"), (long, 0, "a cursor that is too long"),
    ]
    for (provider, count, why) in cases {
      let (accounts, error) = try await listing(provider)
      #expect(accounts.count == count)
      expectUnusable(error, why)
      #expect(provider.requests.count < 30)
    }
  }

  @Test func `F82 an endless sequence of cursors with new accounts`() async throws {
    let provider = provider(cursors: true) { start, _ in
      .page((start..<start + 10).map { "n\($0)" }, total: nil, #""nextCursor":"\#(start + 10)","#)
    }
    let ration = Ration(most: 300)
    var pages = SCIMPages(service(provider), AccountQuery(), size: 10, ration: ration)
    let error = try #require(
      await #expect(throws: DirectoryError.self) { while try await pages.next() != nil {} })
    guard case .unusable(let why) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(why.contains("more than 300 accounts"))
    #expect(provider.requests.count < 40)
  }

  @Test func `F82 a cycle of cursors with new accounts`() async throws {
    let provider = provider(cursors: true) { start, request in
      .page(["n\(request)"], total: nil, #""nextCursor":"\#(start % 50 + 1)","#)
    }
    let (_, error) = try await listing(provider)
    expectUnusable(error, "the cursor of an earlier page again")
    #expect(provider.requests.count < 200)
  }

  @Test func `F82 endless new cursors that lead to the accounts of earlier pages`() async throws {
    let provider = provider(cursors: true) { start, request in
      let first = (request - 1) % 30 * 100
      return .page(
        (first..<first + 100).map { "n\($0)" }, total: nil, #""nextCursor":"\#(request)","#)
    }
    let (accounts, error) = try await listing(provider)
    expectUnusable(error, "the accounts of an earlier page again")
    #expect(accounts.count >= 3000)
    #expect(provider.requests.count < 150)
  }

  @Test func `F82 endless new accounts with cursors and a total`()
    async throws
  {
    let provider = provider(cursors: true) { start, request in
      .page(
        (start..<start + 10).map { "n\($0)" }, total: 7, #""nextCursor":"\#(start + 10)","#)
    }
    let (accounts, error) = try await listing(provider)
    expectUnusable(error, "shows many more accounts than it tells of")
    #expect(accounts.count <= 2 * 7 + 1000)
  }

  @Test func `F82 ids and names of nearly a megabyte`() async throws {
    for (id, name) in [(900_000, 1), (1, 900_000), (2001, 1)] {
      let (id, name) = (String(repeating: "i", count: id), String(repeating: "n", count: name))
      let provider = provider(cursors: true) { _, request in
        .json(
          200,
          #"{"schemas":["\#(SchemaURN.listResponse)"],"nextCursor":"\#(request)","Resources":["#
            + #"{"id":"\#(id)\#(request)","userName":"\#(name)\#(request)"}]}"#)
      }
      let (accounts, error) = try await listing(provider)
      #expect(accounts.isEmpty)
      guard case .unusable(let why) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(why.contains("2000 bytes"))
      #expect(provider.requests.count < 10)
    }
  }

  @Test func `the memory for a listing does not grow with its length`() throws {
    var repeats = Repeats()
    for page in 0..<60 {
      let names = (0..<100).map { "\(page)-\($0)" }
      let accounts = try ListPage(.page(names, total: 6000)).accounts
      #expect(repeats.new(accounts).count == 100)
      repeats.remember(accounts)
    }
    let kept = Mirror(reflecting: repeats).children.compactMap { $0.value as? Set<String> }
    #expect(kept.count == 3)
    #expect(kept.allSatisfy { $0.count <= 600 })
  }
}
