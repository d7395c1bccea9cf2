import Accounts
import Text

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
