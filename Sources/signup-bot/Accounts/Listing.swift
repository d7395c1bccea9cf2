import Accounts
import ArgumentParser
import Chat
import Glibc
import Terminal

/// One call of `accounts list`. It holds a page or two, however many accounts there are.
struct Listing: Sendable {
  let caretaker: Caretaker
  let query: AccountQuery
  let format: ListAccounts.Format
  let isWithoutPager: Bool
  private let isTerminal = isatty(1) == 1

  init(
    caretaker: Caretaker, query: AccountQuery, format: ListAccounts.Format, isWithoutPager: Bool
  ) {
    (self.caretaker, self.query) = (caretaker, query)
    (self.format, self.isWithoutPager) = (format, isWithoutPager)
  }

  /// Returns the status.
  func run() async throws -> Int32 {
    let style = style
    // Before a pager takes the screen: what can't be listed at all is said on it.
    let pages = try await PagesAhead(caretaker.directory.pages(queryAhead))
    let isPaged = isTerminal && !style.isPlain && !isWithoutPager
    if isPaged, let pager = Pager.start() {
      if try await print(pages, style, to: pager) { return 0 }
    }
    do {
      try await print(pages, style, to: OutputStream(descriptor: 1, name: "stdout"))
    } catch let failure as StreamFailure where failure.errno == EPIPE {
      // Whoever reads has read enough, and need not be told.
      return Exit.failedStream.rawValue
    }
    return 0
  }

  /// A table says whether there are more than were asked for: one more is looked for.
  private var queryAhead: AccountQuery {
    var query = query
    if isTable, let limit = query.limit, limit < .max { query.limit = limit + 1 }
    return query
  }

  private var isTable: Bool { isTerminal && format == .text }

  private var style: Style {
    Style(Surroundings.forStyle(caretaker.settings, isTerminal: isTerminal))
  }

  /// - Returns: false where the pager could not be started, and everything is still to be printed.
  private func print(_ pages: PagesAhead, _ style: Style, to pager: consuming Pager) async throws
    -> Bool
  {
    var failure: (any Error)?
    do {
      try await print(pages, style, to: pager.stream)
    } catch let error as StreamFailure where error.errno == EPIPE {
      // Left before the end.
    } catch {
      failure = error
    }
    guard pager.finish() else { return false }
    if let failure { throw failure }
    return true
  }

  private func print(_ pages: PagesAhead, _ style: Style, to stream: OutputStream) async throws {
    var pages = pages
    var printer = printer(pages, style)
    var rest = query.limit ?? .max
    var count = 0
    var text = printer.beginning
    while let page = try await pages.next() {
      let listed = page.prefix(rest)
      rest -= listed.count
      count += page.count
      text += printer.text(of: listed)
      try Watch.check(text, for: "stdout")
      try stream.write(text)
      text = ""
    }
    text += printer.ending(
      count: min(count, query.limit ?? .max), hasMore: rest == 0 && count > query.limit ?? .max)
    try Watch.check(text, for: "stdout")
    try stream.write(text)
  }

  private func printer(_ pages: PagesAhead, _ style: Style) -> any ListPrinter {
    switch format {
    case .text where isTerminal:
      AccountTable(
        columns: terminalColumns(of: 1), sample: pages.ahead, isWhole: pages.isWhole,
        hasSearch: query.search != nil, style: style)
    case .text: AccountLines()
    case .json: AccountJSON()
    case .csv: AccountCSV(isForTerminal: isTerminal)
    }
  }
}

/// Turns accounts into text as they come.
protocol ListPrinter {
  /// What comes before the first account.
  var beginning: String { get }
  mutating func text(of accounts: ArraySlice<Account>) -> String
  /// What comes after the last account.
  ///
  /// - Parameters:
  ///   - count: how many were listed.
  ///   - hasMore: whether there are others that the limit left out.
  func ending(count: Int, hasMore: Bool) -> String
}

/// A listing whose first two pages are there already, so that the first knows whether it is all.
struct PagesAhead: Sendable {
  private var rest: any AccountPages
  /// What was read and not yet given.
  private(set) var ahead: [Account] = []
  /// Whether nothing comes after what is ahead.
  private(set) var isWhole = false

  init(_ pages: any AccountPages) async throws {
    rest = pages
    for _ in 0..<2 where !isWhole {
      if let page = try await rest.next() { ahead += page } else { isWhole = true }
    }
  }

  mutating func next() async throws -> [Account]? {
    if !ahead.isEmpty {
      defer { ahead = [] }
      return ahead
    }
    return isWhole ? nil : try await rest.next()
  }
}
