import Accounts
import GRDB
import Testing

@testable import SQLiteAccounts

struct DirectoryListingTests {
  private let store = TestStore()

  private static let queries: [AccountQuery] = AccountQuery.Order.allCases.flatMap { order in
    [false, true].flatMap { isReversed in
      [nil, "7", "a"].flatMap { search in
        [nil, 1, 10].map {
          AccountQuery(search: search, order: order, isReversed: isReversed, limit: $0)
        }
      }
    }
  }

  @Test(arguments: [UInt64](0..<5))
  func `pages of every size give the same listing, in the right order`(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(seed: seed)
    let names = Set((0..<60).map { _ in "Na\(Int.random(in: 0..<1_000, using: &random))" })
    // Many in the same second, and some from before the clock was adjusted.
    let times = names.map { _ in Int64.random(in: 0..<10, using: &random) }
    let answers = names.map { _ in
      (0..<Int.random(in: 0...3, using: &random)).map { Answer("q\(3 - $0)", "\($0)" * 5) }
    }
    try await store.fill(Array(names), created: { times[$0] }, answers: { answers[$0] })
    let service = try store.service()
    let all = try await service.listed(size: 1_000).flatMap { $0 }
    #expect(all.count == names.count)
    let given = Dictionary(uniqueKeysWithValues: zip(names, answers))
    #expect(all.allSatisfy { $0.answers == given[$0.username.text] })
    for query in Self.queries {
      let wanted = sorted(all, query)
      for size in [1, 2, 3, 7, wanted.count, wanted.count + 1, 500] where size > 0 {
        let pages = try await service.listed(query, size: size)
        #expect(pages.flatMap { $0 } == wanted, "\(query), pages of \(size)")
        #expect(pages.allSatisfy { !$0.isEmpty && $0.count <= size })
      }
    }
  }

  /// Returns the expected listing, computed independently.
  private func sorted(_ all: [Account], _ query: AccountQuery) -> [Account] {
    let found = all.filter {
      query.search == nil || $0.username.text.lowercased().contains(query.search!)
    }
    let ascending = found.sorted { one, other in
      switch query.order {
      case .name:
        Array(one.username.text.lowercased().utf8).lexicographicallyPrecedes(
          Array(other.username.text.lowercased().utf8))
      case .created: (one.created!, Int(one.id)!) < (other.created!, Int(other.id)!)
      }
    }
    let ordered = query.isReversed ? ascending.reversed() : ascending
    return Array(ordered.prefix(query.limit ?? .max))
  }

  @Test func `a page of long answers ends before it takes much memory`() async throws {
    let names = (0..<100).map { "name\($0 + 100)" }
    let longest = [Answer("about", "x" * 65_536)]
    try await store.fill(names, answers: { $0.isMultiple(of: 10) ? [] : longest })
    for isReversed in [false, true] {
      let pages = try await store.service().listed(AccountQuery(isReversed: isReversed))
      #expect(pages.flatMap { $0 }.map(\.username.text) == (isReversed ? names.reversed() : names))
      let sizes = pages.map { $0.reduce(0) { $0 + ($1.answers.first?.text.utf8.count ?? 0) } }
      #expect(sizes.allSatisfy { $0 <= 1 << 20 })
      #expect(sizes.reduce(0, +) == 90 * 65_536)
    }
  }

  @Test(arguments: AccountQuery.Order.allCases, [false, true])
  func `thousands of accounts are listed once each while others come and go`(
    order: AccountQuery.Order, isReversed: Bool
  ) async throws {
    let stays = (0..<4_000).map { "stay\($0)" }
    let goes = (0..<500).map { "go\($0)" }
    try await store.fill((stays + goes).shuffled(), created: { Int64($0 / 3) })
    let service = try store.service()
    let other = try store.connection()
    var pages = service.pages(
      AccountQuery(order: order, isReversed: isReversed), size: 100)
    var seen: [Account] = []
    var round = 0
    while let page = try await pages.next() {
      seen += page
      try await other.write { [round] db in
        // Now and then, the last account that was listed is among them.
        for name in goes[(round * 10) % 500..<(round * 10) % 500 + 10] {
          try db.execute(sql: "DELETE FROM accounts WHERE name = ?", arguments: [name])
        }
        for index in 0..<10 {
          try store.insert("new\(round)-\(index)", created: Int64(round * 40), db)
        }
      }
      round += 1
    }
    #expect(round >= 45)
    let names = seen.map(\.username.text)
    #expect(Set(names).count == names.count, "listed twice")
    #expect(names.filter { $0.hasPrefix("stay") }.count == stays.count)
    let key: (Account) -> [Int] = { [Int($0.created!), Int($0.id)!] }
    if order == .created {
      let ordered = isReversed ? seen.reversed() : seen
      #expect(
        zip(ordered, ordered.dropFirst()).allSatisfy { key($0).lexicographicallyPrecedes(key($1)) })
    }
  }

  @Test(arguments: queries.filter { $0.limit == nil })
  func `each order has an index, so nothing is sorted in memory`(query: AccountQuery) async throws {
    try await store.fill((0..<10).map { "name\($0)" })
    let service = try store.service()
    var pages = service.pages(query, size: 2)
    let first = pages.statement
    _ = try await pages.next()
    func plan(_ statement: SQLitePages.Statement) throws -> [String] {
      try store.connection().read { db in
        try Row.fetchAll(
          db, sql: "EXPLAIN QUERY PLAN " + statement.sql, arguments: statement.arguments
        ).map { $0["detail"] }
      }
    }
    for statement in [first, pages.statement] {
      let plan = try plan(statement)
      let steps = plan.filter { $0 != "CORRELATED SCALAR SUBQUERY 1" }
      #expect(steps.count == (query.search == nil ? 1 : 2), "\(plan)")
      #expect(steps.allSatisfy { $0.contains("USING INDEX") }, "\(plan)")
    }
    // A later page begins where the last one ended, not at the first row.
    let later = try plan(pages.statement)
    if query.search == nil { #expect(later[0].hasPrefix("SEARCH"), "\(later)") }
  }

  @Test func `F29 a search is literal text, with the store's rules for case and composition`()
    async throws
  {
    let names = ["Émile", "STRASSE", "straße", "世界人", "O'Brien", "ΣΑΣ"]
    try await store.fill(names)
    let service = try store.service()
    func found(_ text: String) async throws -> Set<String> {
      Set(try await service.names(AccountQuery(search: text)))
    }
    for text in ["é", "É", "e\u{301}", "E\u{301}", "éMI"] {
      #expect(try await found(text) == ["Émile"], "\(text)")
    }
    #expect(try await found("ß") == ["straße"], "a search folds no more than the store")
    #expect(try await found("σας").isEmpty, "a final sigma is a different letter")
    #expect(try await found("σα") == ["ΣΑΣ"])
    #expect(try await found("界") == ["世界人"])
    #expect(try await found("'") == ["O'Brien"])
    #expect(try await found("' OR 1 --").isEmpty)
    #expect(try await found("\u{0}").isEmpty)
    #expect(try await found("").count == names.count)
  }

  @Test func `a listing creates no store, and says that there is none`() async throws {
    for bytes in [nil, [UInt8]()] {
      if let bytes { store.scratch.write(bytes) }
      let before = store.scratch.content
      let service = try store.service()
      let wanted = SQLiteStoreError(path: store.path, problem: .missing).description
      let calls: [() async throws -> Void] = [
        { _ = try await service.listed() },
        { _ = try await service.account(of: Username("anna")) },
        {
          let account = Account(id: "1", username: Username("a"), created: nil, isActive: true)
          _ = try await service.remove(account)
        },
      ]
      for call in calls {
        await #expect(throws: DirectoryError.unusable(wanted)) { try await call() }
      }
      #expect(store.scratch.content == before)
      #expect(wanted.hasPrefix(store.path + ": there is no store yet; "))
    }
  }

  @Test func `a listing does not change a byte of the store`() async throws {
    try await store.fill((0..<50).map { "name\($0)" })
    let before = try #require(store.scratch.bytes())
    let service = try store.service()
    #expect(try await service.names().count == 50)
    #expect(try await service.account(of: Username("name7")) != nil)
    #expect(store.scratch.bytes() == before)
    #expect((store.scratch.bytes("accounts.sqlite-wal") ?? []).isEmpty)
  }
}
