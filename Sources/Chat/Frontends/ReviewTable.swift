import Accounts
import Conversation
import Terminal
import Text

/// The answers with their verdicts, in columns as far as they fit.
struct ReviewTable {
  private struct Row {
    let label: String
    var value: String
    /// The role of the verdict, or `nil` if there is none.
    let role: Role?
    let verdict: String

    /// Returns the row with its value shortened to a number of columns.
    func shortened(to columns: Int) -> Row {
      var row = self
      if displayWidth(of: value) > columns { row.value = truncated(value, columns: columns) }
      return row
    }
  }

  private static let margin = "  "
  private static let gap = "  "

  /// In fewer columns, a long answer is not shortened, but stands below its name.
  private static let leastForValues = 20

  private let rows: [Row]
  private let style: Style

  init(_ rows: [ReviewRow], _ catalogue: Catalogue, _ style: Style) {
    self.style = style
    func words(_ message: Message) -> String { escapingControls(catalogue.words(for: message)) }
    self.rows = rows.map { row in
      let (role, verdict): (Role?, [Message]) =
        switch row.verdict {
        case .ok(let message): (.ok, [message])
        case .failed(let messages): (.failed, messages)
        case .validating: (.working, [Message(.validating)])
        case .empty: (nil, [])
        }
      let value: String? =
        switch row.value {
        case .text(let text): escapingControls(text)
        case .message(let message): words(message)
        case .count, .list, nil: nil
        }
      return Row(
        label: words(row.label), value: value ?? "–", role: value == nil ? nil : role,
        verdict: verdict.map(words).joined(separator: catalogue.separator))
    }
  }

  /// Returns the table's lines: in full, with signs in place of the good verdicts and long answers
  /// shortened, or with each answer below its name.
  func lines(columns: Int) -> [String] {
    let labels = rows.map { displayWidth(of: $0.label) }.max() ?? 0
    let room = columns - Self.margin.count - labels - 2 * Self.gap.count - 1
    // The username is never shortened: it is what the user confirms.
    let rows =
      room < Self.leastForValues
      ? rows : rows.prefix(1) + rows.dropFirst().map { $0.shortened(to: room) }
    let values = rows.map { displayWidth(of: $0.value) }.max() ?? 0
    let verdicts = rows.map { $0.verdict.isEmpty ? 0 : 2 + displayWidth(of: $0.verdict) }.max() ?? 0
    let start = Self.margin.count + labels + Self.gap.count + values + Self.gap.count
    if start + verdicts <= columns {
      return rows.map { row in
        head(row, labels, values) + (row.role.map { style.mark($0, row.verdict) } ?? "")
      }
    }
    if start < columns {
      return rows.flatMap { row in
        [head(row, labels, values) + (row.role.map { style.mark($0, "") } ?? "")]
          + complaint(of: row)
      }
    }
    return rows.flatMap { row in
      let sign = row.role.map { " " + style.mark($0, "") } ?? ""
      let value = folded(row.value, columns: max(columns - Self.margin.count, 1))
        .split(separator: "\n", omittingEmptySubsequences: false)
      return [row.label + sign] + value.map { Self.margin + painted(String($0), row) }
        + complaint(of: row)
    }
  }

  private func head(_ row: Row, _ labels: Int, _ values: Int) -> String {
    Self.margin + row.label + blanks(labels - displayWidth(of: row.label)) + Self.gap
      + painted(row.value, row)
      + blanks(values - displayWidth(of: row.value)) + Self.gap
  }

  /// Returns a value, or a part of one, in the colour of its verdict.
  private func painted(_ value: String, _ row: Row) -> String {
    switch row.role {
    case .ok?: style.painted(.answer, value)
    case nil: style.painted(.hint, value)
    case .some: value
    }
  }

  /// A verdict that a sign can't replace, on a line of its own.
  private func complaint(of row: Row) -> [String] {
    guard row.role == .failed else { return [] }
    return [Self.margin + Self.margin + style.painted(.failed, row.verdict)]
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
