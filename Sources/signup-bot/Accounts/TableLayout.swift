import Accounts
import Text

/// The columns of a table that fits a terminal, with their widths in columns of the terminal.
struct TableLayout {
  private(set) var columns: [(column: AccountColumn, width: Int)] = []

  /// The number of spaces between two columns.
  static let gap = 2
  /// The width of the username's column below which other columns are left out.
  private static let leastName = 16
  /// The width reserved for usernames that are not known yet.
  private static let usualName = 32
  /// The width below which no column of a chosen layout is cut.
  private static let leastText = 8
  /// The widths of a time: with seconds, with minutes, and the day alone. The texts are ASCII, and
  /// each is a prefix of the longer ones, such as `2026-11-21 13:30:05`.
  private static let times = [19, 16, 10]

  /// Returns the usual layout. If a table is too wide, the least important columns are left out
  /// first, and long usernames are cut.
  ///
  /// - Parameters:
  ///   - width: the terminal's width.
  ///   - sample: the first accounts, from which the widths of the columns are determined.
  ///   - isWhole: whether the sample contains all accounts.
  static func usual(width: Int, sample: [Account], isWhole: Bool) -> TableLayout {
    let name = max(
      longest(.username, sample), isWhole ? AccountColumn.username.title.count : usualName)
    let ids = max(longest(.id, sample) + (isWhole ? 0 : 2), AccountColumn.id.title.count)
    let state = leastWidth(.state)
    func room(_ others: Int?...) -> Int {
      width - others.reduce(0) { $0 + ($1.map { $0 + gap } ?? 0) }
    }
    let hasID = room(times[0], state, ids) >= name
    let time = times.first { room($0, state) >= min(name, leastName) }
    let nameWidth = max(min(name, room(time, state, hasID ? ids : nil)), 4)
    var layout = TableLayout()
    layout.columns = [(.username, nameWidth)]
    if let time { layout.columns.append((.created, time)) }
    layout.columns.append((.state, state))
    // An ID is never cut: a part of one is of no use.
    if hasID { layout.columns.append((.id, .max)) }
    return layout
  }

  /// Returns a layout with the columns that the operator chose. If a table is too wide, the widest
  /// columns are cut first, down to a few letters; then the last ones are left out.
  ///
  /// - Parameters: see `usual`.
  static func chosen(
    _ columns: [AccountColumn], width: Int, sample: [Account], isWhole: Bool
  ) -> TableLayout {
    var layout = TableLayout()
    layout.columns = columns.map { column in
      (column, min(wantedWidth(column, sample, isWhole), max(width, 1)))
    }
    while layout.width > width {
      let widest = layout.columns.indices
        .filter { layout.columns[$0].width > leastWidth(layout.columns[$0].column) }
        .max { layout.columns[$0].width < layout.columns[$1].width }
      if let widest {
        layout.columns[widest].width -= 1
      } else if layout.columns.count > 1 {
        layout.columns.removeLast()
      } else {
        layout.columns[0].width = max(width, 1)
        break
      }
    }
    return layout
  }

  /// Returns the text of a cell, cut to a width.
  static func cut(_ text: String, _ column: AccountColumn, to width: Int) -> String {
    if column == .created, let time = times.first(where: { $0 <= width }) {
      return String(text.prefix(time))
    }
    return truncated(text, columns: width)
  }

  private var width: Int { columns.reduce(-Self.gap) { $0 + $1.width + Self.gap } }

  private static func wantedWidth(
    _ column: AccountColumn, _ sample: [Account], _ isWhole: Bool
  ) -> Int {
    switch column {
    case .created: times[0]
    case .state: leastWidth(column)
    case .username: max(longest(column, sample), isWhole ? 0 : usualName)
    case .id: longest(column, sample) + (isWhole ? 0 : 2)
    case .answer: longest(column, sample)
    }
  }

  private static func leastWidth(_ column: AccountColumn) -> Int {
    switch column {
    case .created: times[times.count - 1]
    case .state: "disabled".count
    case .username, .id, .answer: leastText
    }
  }

  /// Returns the width of the widest text of a column, including its title.
  private static func longest(_ column: AccountColumn, _ sample: [Account]) -> Int {
    sample.map { displayWidth(of: $0.cell(column)) }.reduce(displayWidth(of: column.title), max)
  }
}

extension AccountColumn {
  /// The head of the column in a table.
  var title: String { visible(name.uppercased()) }
}

extension Account {
  /// Returns the text of a column in a table, uncut.
  func cell(_ column: AccountColumn) -> String { text(of: column, \.text).map(visible) ?? "-" }
}
