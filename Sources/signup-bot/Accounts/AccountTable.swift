import Accounts
import Terminal
import Text

/// A table that fits the terminal's width. If it is too wide, the least important columns are left
/// out first, and long usernames are truncated.
struct AccountTable: ListPrinter {
  private let nameWidth: Int
  private let time: TimeColumn?
  private let hasID: Bool
  private let hasSearch: Bool
  private let style: Style

  private enum TimeColumn {
    case seconds, minutes, day

    /// The width in columns. The texts are ASCII, and each is a prefix of the next longer one, such
    /// as `2026-11-21 13:30:05`.
    var width: Int {
      switch self {
      case .seconds: 19
      case .minutes: 16
      case .day: 10
      }
    }
  }

  private static let gap = "  "
  private static let stateWidth = "disabled".count
  /// The width of the username's column, in columns, below which other columns are left out.
  private static let leastName = 16
  /// The number of columns reserved for usernames that are not known yet.
  private static let usualName = 32

  /// - Parameters:
  ///   - columns: the terminal's width.
  ///   - sample: the first accounts, from which the widths of the columns are determined.
  ///   - isWhole: whether the sample contains all accounts.
  ///   - hasSearch: whether the list contains only the accounts that match a search.
  init(columns: Int, sample: [Account], isWhole: Bool, hasSearch: Bool, style: Style) {
    let longest = sample.map { displayWidth(of: visible($0.username.text)) }.max() ?? 0
    let wanted = max(longest, isWhole ? "USERNAME".count : Self.usualName)
    let ids = (sample.map { displayWidth(of: visible($0.id)) }.max() ?? 0) + (isWhole ? 0 : 2)
    func room(_ time: TimeColumn?, id: Bool = false) -> Int {
      let others = [time?.width, Self.stateWidth, id ? max(ids, 2) : nil].compactMap { $0 }
      return columns - others.reduce(0) { $0 + $1 + Self.gap.count }
    }
    hasID = room(.seconds, id: true) >= wanted
    let choices: [TimeColumn] = [.seconds, .minutes, .day]
    time = choices.first { room($0) >= min(wanted, Self.leastName) }
    nameWidth = max(min(wanted, room(time, id: hasID)), 4)
    (self.hasSearch, self.style) = (hasSearch, style)
  }

  var beginning: String { row("USERNAME", time.map { _ in "CREATED" }, "STATE", "ID") }

  func text(of accounts: ArraySlice<Account>) -> String {
    accounts.map { account in
      let created = account.created.map { LocalTime($0).text } ?? "-"
      return row(
        visible(account.username.text), time.map { String(created.prefix($0.width)) },
        account.state, visible(account.id), isDisabled: !account.isActive)
    }.joined()
  }

  func ending(count: Int, hasMore: Bool) -> String {
    let match = hasSearch ? (count == 1 ? " matches" : " match") : ""
    let noun = count == 1 ? "account" : "accounts"
    if count == 0 { return "no accounts\(match)\n" }
    return "\(count) \(noun)\(match)" + (hasMore ? ", and there are more" : "") + "\n"
  }

  private func row(
    _ name: String, _ created: String?, _ state: String, _ id: String, isDisabled: Bool = false
  ) -> String {
    var cells = [padded(truncated(name, columns: nameWidth), to: nameWidth)]
    if let created, let time { cells.append(padded(created, to: time.width)) }
    let shownState = isDisabled ? style.painted(.failed, state) : state
    let padding = String(repeating: " ", count: hasID ? Self.stateWidth - state.count : 0)
    cells.append(shownState + padding)
    if hasID { cells.append(id) }
    return cells.joined(separator: Self.gap) + "\n"
  }
}
