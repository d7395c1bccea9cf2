import Accounts
import Chat
import Glibc
import Runtime
import Terminal

/// One call of `accounts list`. It keeps at most two pages in memory.
struct Listing {
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

  /// Prints the list. Returns the exit status.
  func run() throws -> Int32 {
    let style = style
    // Read the first pages before the pager takes over the screen, so that an error is visible.
    let pages = try PagesAhead(queryAhead, from: caretaker)
    let isPaged = isTerminal && !style.isPlain && !isWithoutPager
    if isPaged, let pager = Pager.start() {
      if try print(pages, style, to: pager) { return 0 }
    }
    do {
      try print(pages, style, to: OutputStream(descriptor: 1, name: "stdout"))
    } catch let failure as StreamFailure where failure.errno == EPIPE {
      // The reader has read enough; there is nothing to report.
      return Exit.failedStream.rawValue
    }
    return 0
  }

  /// The query, with a limit higher by one for a table, which reports whether there are more
  /// accounts.
  private var queryAhead: AccountQuery {
    var query = query
    if isTable, let limit = query.limit, limit < .max { query.limit = limit + 1 }
    return query
  }

  private var isTable: Bool { isTerminal && format == .text }

  private var style: Style {
    Style(Environment.forStyle(caretaker.settings, isTerminal: isTerminal))
  }

  /// - Returns: `false` if the pager could not be started, so that the list must still be printed.
  private func print(_ pages: PagesAhead, _ style: Style, to pager: consuming Pager) throws
    -> Bool
  {
    var failure: (any Error)?
    do {
      try print(pages, style, to: pager.stream)
    } catch let error as StreamFailure where error.errno == EPIPE {
      // The user left the pager before the end.
    } catch {
      failure = error
    }
    guard pager.finish() else { return false }
    if let failure { throw failure }
    return true
  }

  private func print(_ pages: PagesAhead, _ style: Style, to stream: OutputStream) throws {
    var pages = pages
    var printer = printer(pages, style)
    var rest = query.limit ?? .max
    var count = 0
    var text = printer.beginning
    while let page = try pages.next() {
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
