import Accounts
import Text
import Transcripts

/// Prints one account per line, for programs that read lines: four columns, separated by tabs.
struct AccountLines: ListPrinter {
  let beginning = ""

  func text(of accounts: ArraySlice<Account>) -> String {
    accounts.map { account in
      let created = account.created.map { LocalTime($0).iso8601 } ?? "-"
      // Tabs within the fields are escaped.
      return [account.username.text, created, account.state, account.id]
        .map(escapingControls).joined(separator: "\t") + "\n"
    }.joined()
  }

  func ending(count: Int, hasMore: Bool) -> String { "" }
}

/// Prints one JSON array, with one account per line. An incomplete list is not valid JSON, so it
/// can't be mistaken for a complete one.
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

/// Prints CSV according to RFC 4180, with a header, and CRLF at the end of each line.
struct AccountCSV: ListPrinter {
  /// Whether the output goes to a terminal. If so, control characters are escaped.
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

  /// Quotes every field, because some spreadsheets split lines at semicolons or tabs instead, and
  /// the text after one must not become a cell.
  private func field(_ text: String) -> String {
    var quoted = "\""
    if Self.isTakenForFormula(text) { quoted += "'" }
    for scalar in (isForTerminal ? escapingControls(text) : text).unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Whether a spreadsheet would take the text for a formula because of its first character (OWASP,
  /// "CSV Injection"). Also `true` if the text begins with an apostrophe, so that a reader can
  /// always remove exactly one.
  private static func isTakenForFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return "=+-@'\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  }
}
