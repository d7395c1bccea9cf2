import Accounts
import Chat
import Glibc
import Runtime
import Terminal
import Text

/// One call of `accounts list`. It keeps at most two pages in memory.
struct Listing {
  let caretaker: Caretaker
  let query: AccountQuery
  let format: ListAccounts.Format
  /// The columns that the operator chose; `nil` for the format's own.
  let chosen: [AccountColumn]?
  let isWithoutPager: Bool
  private let isTerminal = isatty(1) == 1

  /// Prints the list. Returns the exit status.
  func run() throws -> Int32 {
    if let wrong = try wrongColumn {
      Exit.complain(wrong)
      return Exit.usage.rawValue
    }
    // Read the first pages before the pager takes over the screen, so that an error is visible.
    let pages = try PagesAhead(queryAhead, from: caretaker)
    let printer = try printer(pages)
    let isPaged = isTerminal && !style.isPlain && !isWithoutPager
    if isPaged, let pager = Pager.start() {
      if try print(pages, printer, to: pager) { return 0 }
    }
    do {
      try print(pages, printer, to: OutputStream(descriptor: 1, name: "stdout"))
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

  /// What is wrong with the chosen columns; `nil` if nothing is.
  private var wrongColumn: String? {
    get throws {
      let answers = (chosen ?? []).filter(\.isAnswer)
      if answers.isEmpty { return nil }
      let known = (AccountColumn.common + (try answerColumns)).map(\.name)
      return answers.first { !known.contains($0.name) }.map { column in
        "--columns: \(shortened(column.name)) is not \(oneOf(known, not: column.name))"
      }
    }
  }

  /// The columns of answers that there are: to the policy's questions, in their order, and to others
  /// that accounts have answers to.
  private var answerColumns: [AccountColumn] {
    get throws {
      let asked = caretaker.settings.policy.questions.map(\.name)
      let kept = try caretaker.call { try await $0.answerNames() }
      return (asked + kept.filter { !asked.contains($0) }).map(AccountColumn.answer)
    }
  }

  private var isTable: Bool { isTerminal && format == .text }

  private var style: Style {
    Environment.style(caretaker.settings, isTerminal: isTerminal)
  }

  /// - Returns: `false` if the pager could not be started, so that the list must still be printed.
  private func print(
    _ pages: PagesAhead, _ printer: any ListPrinter, to pager: consuming Pager
  ) throws -> Bool {
    var failure: (any Error)?
    do {
      try print(pages, printer, to: pager.stream)
    } catch let error as StreamFailure where error.errno == EPIPE {
      // The user left the pager before the end.
    } catch {
      failure = error
    }
    guard pager.finish() else { return false }
    if let failure { throw failure }
    return true
  }

  private func print(
    _ pages: PagesAhead, _ printer: any ListPrinter, to stream: OutputStream
  ) throws {
    var (pages, count) = (pages, 0)
    let limit = query.limit ?? .max
    var text = printer.beginning
    while let page = try pages.next() {
      for account in page {
        if count < limit { text += printer.text(of: account, isFirst: count == 0) }
        count += 1
      }
      try Watch.check(text, for: "stdout")
      try stream.write(text)
      text = ""
    }
    text += printer.ending(count: min(count, limit), hasMore: count > limit)
    try Watch.check(text, for: "stdout")
    try stream.write(text)
  }

  private func printer(_ pages: PagesAhead) throws -> any ListPrinter {
    switch format {
    case .text where isTerminal:
      AccountTable(layout: layout(pages), hasSearch: query.search != nil, style: style)
    case .text: AccountLines(columns: chosen ?? AccountColumn.common)
    case .json: AccountJSON(columns: chosen)
    case .csv:
      AccountCSV(
        isForTerminal: isTerminal, columns: try chosen ?? (AccountColumn.common + answerColumns))
    }
  }

  private func layout(_ pages: PagesAhead) -> TableLayout {
    let width = terminalColumns(of: 1)
    let (sample, isWhole) = (pages.ahead, pages.isWhole)
    return chosen.map {
      .chosen($0, width: width, sample: sample, isWhole: isWhole)
    } ?? .usual(width: width, sample: sample, isWhole: isWhole)
  }
}
