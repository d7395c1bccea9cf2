import Accounts
import Terminal
import Text

/// A table that fits the terminal's width.
struct AccountTable: ListPrinter {
  let layout: TableLayout
  /// Whether the list contains only the accounts that match a search.
  let hasSearch: Bool
  let style: Style

  var beginning: String { row { $0.title } }

  func text(of account: Account, isFirst: Bool) -> String {
    row(isDisabled: !account.isActive) { account.cell($0) }
  }

  func ending(count: Int, hasMore: Bool) -> String {
    let match = hasSearch ? (count == 1 ? " matches" : " match") : ""
    let noun = count == 1 ? "account" : "accounts"
    if count == 0 { return "no accounts\(match)\n" }
    return "\(count) \(noun)\(match)" + (hasMore ? ", and there are more" : "") + "\n"
  }

  private func row(isDisabled: Bool = false, _ text: (AccountColumn) -> String) -> String {
    let last = layout.columns.count - 1
    return layout.columns.enumerated().map { index, place in
      let (column, width) = place
      let cell = TableLayout.cut(text(column), column, to: width)
      let shown = isDisabled && column == .state ? style.painted(.failed, cell) : cell
      if index == last { return shown + "\n" }
      let rest = max(width - displayWidth(of: cell), 0) + TableLayout.gap
      return shown + String(repeating: " ", count: rest)
    }.joined()
  }
}
