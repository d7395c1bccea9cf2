import Accounts
import Text

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
