import Accounts
import HTTP
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// F62, F82: whatever the provider returns, a listing ends and shows each account once.
struct UnrulyListingTests {
  private static let all = (1...12).map { "a\($0 + 100)" }

  typealias Page = @Sendable (_ start: Int, _ request: Int) -> HTTPResponse

  /// A provider with generated pages, and what a listing shows of it.
  struct Unruly: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var cursors = false
    /// The number of accounts per page.
    var size = 3
    /// The ids of the accounts; `nil` for any.
    var ids: [String]?
    var count = 0...4000
    /// Whether accounts that were forgotten are shown again.
    var mayRepeat = false
    let end: End
    /// The number of requests that are too many.
    var requests = 3000
    let page: Page
  }

  enum End {
    case complete, nonsense, anything
    case unusable(String)
  }

  private static func provider(cursors: Bool = false, _ page: @escaping Page) -> FakeProvider {
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

  /// A page of three accounts.
  private static func three(_ names: [String], from start: Int, total: Int) -> HTTPResponse {
    .page(Array(names.dropFirst(start - 1).prefix(3)), total: total)
  }

  private static func next(_ cursor: some Any) -> String { #""nextCursor":"\#(cursor)","# }

  private static let falseTotals: [Unruly] =
    [0, 1, 3, 11].map { total in
      Unruly(testDescription: "a total of \(total)", ids: all, end: .complete) { start, _ in
        three(all, from: start, total: total)
      }
    }
    + [13, 100, 1 << 53].map { total in
      Unruly(testDescription: "a total of \(total)", ids: all, end: .nonsense, requests: 40) {
        start, _ in three(all, from: start, total: total)
      }
    }

  private static let repeatedPages: [Unruly] =
    [4, 1000, 1 << 53].map { total in
      let names = Array(all.prefix(3))
      return Unruly(
        testDescription: "the same page forever of \(total)", ids: names, end: .nonsense,
        requests: 30
      ) { _, _ in .page(names, total: total) }
    }
    + [2, 3, 4].map { length in
      Unruly(testDescription: "a cycle of \(length) pages", end: .nonsense, requests: 100) {
        _, request in three(all, from: request % length * 3 + 1, total: 1000)
      }
    }

  private static let endlessPages: [Unruly] =
    [0, 12, 500].map { total in
      Unruly(
        testDescription: "endless new accounts of \(total)", size: 10, count: 0...2 * total + 1000,
        end: .unusable("shows many more accounts than it tells of")
      ) { start, _ in .page((start..<start + 10).map { "n\($0)" }, total: total) }
    }

  private static let nameless =
    #"{"totalResults":7,"Resources":[{"id":"1"},{"userName":"x"},{"id":"","userName":"y"},"#
    + #"{"id":2,"userName":"z"},7,null,{"id":"8","userName":"a"}]}"#

  private static let otherPages: [Unruly] = [
    Unruly(testDescription: "all accounts on every page", ids: all, end: .complete) { _, _ in
      .page(all, total: 12)
    },
    Unruly(
      testDescription: "an empty page in the middle", ids: Array(all.prefix(7)), end: .nonsense
    ) { start, _ in start > 5 ? .page([], total: 12) : three(all, from: start, total: 12) },
    Unruly(
      testDescription: "many accounts that start over after the last one", size: 100,
      ids: (0..<1500).map { "a\($0)" }, end: .nonsense
    ) { start, _ in
      let first = (start - 1) % 1500
      return .page((first..<min(first + 100, 1500)).map { "a\($0)" }, total: 100_000)
    },
    Unruly(testDescription: "a different order on each page", count: 3...12, end: .anything) {
      start, request in
      var random = SplitMix64(seed: UInt64(request))
      return three(all.shuffled(using: &random), from: start, total: 12)
    },
    Unruly(
      testDescription: "accounts without an id or a name", size: 100, ids: ["8"], end: .nonsense
    ) { start, _ in start == 1 ? .json(200, nameless) : .page(["8"], total: 7) },
    Unruly(
      testDescription: "endless accounts without an id or a name", size: 100,
      end: .unusable("shows many more accounts than it tells of"), requests: 300
    ) { _, _ in .json(200, nameless) },
  ]

  private static let cursors: [Unruly] = [
    Unruly(
      testDescription: "the same cursor", cursors: true, ids: ["a"],
      end: .unusable("page after page without"), requests: 30
    ) { _, _ in .page(["a"], total: nil, next(1)) },
    Unruly(
      testDescription: "a cycle of cursors", cursors: true, count: 3...3,
      end: .unusable("the cursor of an earlier page again"), requests: 30
    ) { start, _ in .page(["a\(start)"], total: nil, next(start % 3 + 1)) },
    Unruly(
      testDescription: "empty pages", cursors: true, ids: [],
      end: .unusable("page after page without"), requests: 30
    ) { _, request in .page([], total: 5, next(request)) },
    Unruly(
      testDescription: "a long cursor", cursors: true, ids: [],
      end: .unusable("a cursor that is too long"), requests: 30
    ) { _, _ in .page(["a"], total: nil, next(String(repeating: "x", count: 10_000))) },
    Unruly(
      testDescription: "a cycle of cursors with new accounts", cursors: true,
      end: .unusable("the cursor of an earlier page again"), requests: 200
    ) { start, request in .page(["n\(request)"], total: nil, next(start % 50 + 1)) },
    Unruly(
      testDescription: "new cursors that lead to the accounts of earlier pages", cursors: true,
      size: 100, count: 3000...15_000, mayRepeat: true,
      end: .unusable("the accounts of an earlier page again"), requests: 150
    ) { _, request in
      let first = (request - 1) % 30 * 100
      return .page((first..<first + 100).map { "n\($0)" }, total: nil, next(request))
    },
    Unruly(
      testDescription: "endless new accounts with cursors and a total", cursors: true,
      count: 0...2 * 7 + 1000, end: .unusable("shows many more accounts than it tells of")
    ) { start, _ in .page((start..<start + 10).map { "n\($0)" }, total: 7, next(start + 10)) },
  ]

  private static let longTexts: [Unruly] = [(900_000, 1), (1, 900_000), (2001, 1)].map { lengths in
    let id = String(repeating: "i", count: lengths.0)
    let name = String(repeating: "n", count: lengths.1)
    return Unruly(
      testDescription: "ids and names of nearly a megabyte", cursors: true, ids: [],
      end: .unusable("2000 bytes"), requests: 10
    ) { _, request in
      .json(
        200,
        #"{"schemas":["\#(SchemaURN.listResponse)"],\#(next(request))"Resources":["#
          + #"{"id":"\#(id)\#(request)","userName":"\#(name)\#(request)"}]}"#)
    }
  }

  @Test(
    arguments: [
      falseTotals, repeatedPages, endlessPages, otherPages, cursors, longTexts,
    ].flatMap(\.self))
  func `F62 F82 a listing ends, and shows each account once`(unruly: Unruly) async throws {
    let provider = Self.provider(cursors: unruly.cursors, unruly.page)
    let (accounts, error) = try await listing(provider, size: unruly.size)
    let ids = accounts.map(\.id)
    #expect(unruly.mayRepeat || Set(ids).count == ids.count)
    #expect(ids == unruly.ids ?? ids)
    #expect(unruly.count.contains(ids.count))
    #expect(provider.requests.count < unruly.requests)
    switch unruly.end {
    case .complete: #expect(error == nil)
    case .nonsense: #expect(error == .unknown(.nonsense))
    case .anything: break
    case .unusable(let why): expectUnusable(error, why)
    }
  }

  private func expectUnusable(_ error: DirectoryError?, _ why: String) {
    guard case .unusable(let told) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(told.contains(why))
  }

  @Test func `cursors are followed to the last page`() async throws {
    let provider = Self.provider(cursors: true) { start, _ in
      let next = start + 3 <= 12 ? Self.next("\(start + 3) /?&") : ""
      return .page(Array(Self.all.dropFirst(start - 1).prefix(3)), total: nil, next)
    }
    let (accounts, error) = try await listing(provider, size: 3)
    #expect(accounts.map(\.id) == Self.all)
    #expect(error == nil)
    #expect(provider.requests[1].contains("?cursor=&count=3&"))
    #expect(provider.requests[2].contains("?cursor=4%20%2F%3F%26&count=3&"))
    #expect(provider.requests.count == 5)
  }

  @Test func `F82 an endless sequence of cursors with new accounts`() async throws {
    let provider = Self.provider(cursors: true) { start, _ in
      .page((start..<start + 10).map { "n\($0)" }, total: nil, Self.next(start + 10))
    }
    let ration = Ration(most: 300)
    var pages = SCIMPages(service(provider), AccountQuery(), size: 10, ration: ration)
    let error = try #require(
      await #expect(throws: DirectoryError.self) { while try await pages.next() != nil {} })
    expectUnusable(error, "more than 300 accounts")
    #expect(provider.requests.count < 40)
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
