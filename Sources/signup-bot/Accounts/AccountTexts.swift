import Accounts
import Glibc
import Text

extension Account {
  /// Returns everything about the account as JSON, for programs. Only the characters that JSON
  /// requires are escaped.
  ///
  /// - Parameter hasDetails: whether to include the details; a listing has none.
  func json(hasDetails: Bool) -> JSONValue {
    var members = [AccountColumn.username, .id, .created, .state].compactMap(member)
    members.append(Self.member(answers))
    if hasDetails {
      let list = details.map { detail in
        JSONValue.object([
          .init("name", .text(detail.name)), .init("value", .text(detail.value)),
        ])
      }
      members.append(.init("details", .list(list)))
    }
    return .object(members)
  }

  /// Returns the account as JSON, with only the members for some columns, in their order. All
  /// answers are one member.
  func json(_ columns: [AccountColumn]) -> JSONValue {
    let answersColumn = columns.first(where: \.isAnswer)
    let chosen = columns.compactMap { column in answers.first { column == .answer($0.name) } }
    return .object(
      columns.compactMap { column in
        if column == answersColumn { return Self.member(chosen) }
        return column.isAnswer ? nil : member(column)
      })
  }

  /// Returns the member for a common column; `nil` if the account has no value for it.
  private func member(_ column: AccountColumn) -> JSONValue.Member? {
    if column == .state { return .init("active", .bool(isActive)) }
    return text(of: column, \.utc).map { .init(column.name, .text($0)) }
  }

  private static func member(_ answers: [Answer]) -> JSONValue.Member {
    .init("answers", .object(answers.map { .init($0.name, .text($0.text)) }))
  }
}

/// Returns a text, followed by spaces up to a width in columns.
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(columns - displayWidth(of: text), 0))
}

/// Escapes a text from outside for a table. In addition to control characters, escapes characters
/// that are invisible or whose width depends on the terminal: joiners and other format characters,
/// variation selectors, regional indicators and skin tones. Two different usernames then never look
/// the same because of such characters, and the columns stay aligned. A combining mark at the
/// beginning is shown on a dotted circle instead of on the text before it.
func visible(_ text: String) -> String {
  var result = ""
  for scalar in escapingControls(text).unicodeScalars {
    if isUncertain(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    } else {
      if result.isEmpty && displayWidth(of: String(scalar)) == 0 { result = "\u{25CC}" }
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func isUncertain(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return false }
  let properties = scalar.properties
  if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier { return true }
  if (0x1F1E6...0x1F1FF).contains(scalar.value) { return true }
  return switch properties.generalCategory {
  case .format, .control, .privateUse, .unassigned, .surrogate: true
  default: false
  }
}

/// Returns the width of a terminal in columns; 80 if it is unknown.
func terminalColumns(of descriptor: Int32) -> Int {
  var size = winsize()
  _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
  return size.ws_col > 0 ? Int(size.ws_col) : 80
}
