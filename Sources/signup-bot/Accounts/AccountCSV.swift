import Accounts
import Text

/// Prints CSV according to RFC 4180, with a header, and CRLF at the end of each line.
struct AccountCSV: ListPrinter {
  /// Whether the output goes to a terminal. If so, control characters are escaped.
  let isForTerminal: Bool
  let columns: [AccountColumn]

  var beginning: String { line(columns.map(title)) }

  func text(of account: Account, isFirst: Bool) -> String {
    line(columns.map { field($0, account) })
  }

  func ending(count: Int, hasMore: Bool) -> String { "" }

  private func line(_ fields: [String]) -> String { fields.joined(separator: ",") + "\r\n" }

  /// A service may contain any text as a question's name.
  private func title(_ column: AccountColumn) -> String {
    Self.isPlain(column.name) ? column.name : quoted(column.name)
  }

  private func field(_ column: AccountColumn, _ account: Account) -> String {
    guard let text = account.text(of: column, \.utc) else { return "" }
    return switch column {
    case .created, .state: text
    case .username, .id, .answer: quoted(text)
    }
  }

  /// Quotes every text from outside, because some spreadsheets split lines at semicolons or tabs instead, and
  /// the text after one must not become a cell.
  private func quoted(_ text: String) -> String {
    var quoted = "\""
    if Self.isTakenForFormula(text) { quoted += "'" }
    for scalar in (isForTerminal ? escapingControls(text) : text).unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
  }

  /// Whether a spreadsheet would take the text for a formula because of its first character (OWASP,
  /// "CSV Injection"). Also `true` if the text begins with an apostrophe, so that a reader can
  /// always remove exactly one.
  private static func isTakenForFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return "=+-@'\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  }
}
