import Accounts
import Text

/// Prints one JSON array, with one account per line. An incomplete list is not valid JSON, so it
/// can't be mistaken for a complete one.
struct AccountJSON: ListPrinter {
  let beginning = "["
  /// The columns that the operator chose; `nil` for everything.
  private let columns: [AccountColumn]?
  private var isFirst = true

  init(_ columns: [AccountColumn]?) {
    self.columns = columns
  }

  mutating func text(of accounts: ArraySlice<Account>) -> String {
    var text = ""
    for account in accounts {
      let json = columns.map(account.json) ?? account.json(hasDetails: false)
      text += (isFirst ? "\n" : ",\n") + json.description
      isFirst = false
    }
    return text
  }

  func ending(count: Int, hasMore: Bool) -> String { isFirst ? "]\n" : "\n]\n" }
}
