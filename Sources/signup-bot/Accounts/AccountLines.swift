import Accounts
import Text

/// Prints one account per line, for programs that read lines: columns, separated by tabs.
struct AccountLines: ListPrinter {
  let beginning = ""
  let columns: [AccountColumn]

  func text(of accounts: ArraySlice<Account>) -> String {
    accounts.map { account in
      // Tabs within the fields are escaped.
      columns.map { escapingControls(field($0, account)) }.joined(separator: "\t") + "\n"
    }.joined()
  }

  private func field(_ column: AccountColumn, _ account: Account) -> String {
    switch column {
    case .username: account.username.text
    case .created: account.created.map { LocalTime($0).iso8601 } ?? "-"
    case .state: account.state
    case .id: account.id
    case .answer(let name): account.answer(to: name) ?? "-"
    }
  }

  func ending(count: Int, hasMore: Bool) -> String { "" }
}
