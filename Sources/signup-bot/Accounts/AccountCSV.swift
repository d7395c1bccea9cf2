import Accounts
import Text

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
