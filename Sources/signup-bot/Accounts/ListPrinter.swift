import Accounts
import Text

/// Converts accounts to text, one at a time.
protocol ListPrinter {
  /// The text before the first account.
  var beginning: String { get }
  func text(of account: Account, isFirst: Bool) -> String
  /// Returns the text after the last account.
  ///
  /// - Parameters:
  ///   - count: the number of accounts listed.
  ///   - hasMore: whether there are more accounts than the limit allowed.
  func ending(count: Int, hasMore: Bool) -> String
}

/// Prints one account per line, for programs that read lines: columns, separated by tabs.
struct AccountLines: ListPrinter {
  let beginning = ""
  let columns: [AccountColumn]

  func text(of account: Account, isFirst: Bool) -> String {
    // Tabs within the fields are escaped.
    let fields = columns.map { escapingControls(account.text(of: $0, \.iso8601) ?? "-") }
    return fields.joined(separator: "\t") + "\n"
  }

  func ending(count: Int, hasMore: Bool) -> String { "" }
}

/// Prints one JSON array, with one account per line. An incomplete list is not valid JSON, so it
/// can't be mistaken for a complete one.
struct AccountJSON: ListPrinter {
  let beginning = "["
  /// The columns that the operator chose; `nil` for everything.
  let columns: [AccountColumn]?

  func text(of account: Account, isFirst: Bool) -> String {
    let json = columns.map(account.json) ?? account.json(hasDetails: false)
    return (isFirst ? "\n" : ",\n") + json.description
  }

  func ending(count: Int, hasMore: Bool) -> String { count == 0 ? "]\n" : "\n]\n" }
}
