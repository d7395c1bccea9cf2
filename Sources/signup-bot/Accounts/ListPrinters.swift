import Accounts
import Text
import Transcripts

/// One account a line, for programs that read lines: four columns between tabs.
struct AccountLines: ListPrinter {
  let beginning = ""

  func text(of accounts: ArraySlice<Account>) -> String {
    accounts.map { account in
      let created = account.created.map { LocalTime($0).iso8601 } ?? "-"
      // No tab is left in any of them.
      return [account.username.text, created, account.state, account.id]
        .map(escapingControls).joined(separator: "\t") + "\n"
    }.joined()
  }

  func ending(count: Int, hasMore: Bool) -> String { "" }
}

/// One JSON array, an account a line. What breaks off is no JSON, so that nobody takes it for all.
struct AccountJSON: ListPrinter {
  let beginning = "["
  private var isFirst = true

  mutating func text(of accounts: ArraySlice<Account>) -> String {
    var text = ""
    for account in accounts {
      text += (isFirst ? "\n" : ",\n") + account.json(hasDetails: false).description
      isFirst = false
    }
    return text
  }

  func ending(count: Int, hasMore: Bool) -> String { isFirst ? "]\n" : "\n]\n" }
}

/// CSV as RFC 4180 has it: a header, and CRLF at the end of each line.
struct AccountCSV: ListPrinter {
  /// Whether somebody looks at it: then control characters are escaped.
  let isForTerminal: Bool
  let beginning = "username,created,state,id\r\n"

  func text(of accounts: ArraySlice<Account>) -> String {
    accounts.map { account in
      let created = account.created.map { LocalTime($0).utc } ?? ""
      return [field(account.username.text), created, account.state, field(account.id)]
        .joined(separator: ",") + "\r\n"
    }.joined()
  }

  func ending(count: Int, hasMore: Bool) -> String { "" }

  /// Always quoted: some spreadsheets split lines at semicolons or tabs instead, and what is behind one must
  /// not become a cell either.
  private func field(_ text: String) -> String {
    var quoted = "\""
    if Self.isTakenForFormula(text) { quoted += "'" }
    for scalar in (isForTerminal ? escapingControls(text) : text).unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// By what begins it (OWASP, "CSV Injection"), or because it begins with the mark itself: where there is
  /// one, exactly one is to be taken off.
  private static func isTakenForFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return "=+-@'\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  }
}
