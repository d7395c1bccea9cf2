import Accounts
import Glibc
import Text
import Transcripts

extension Account {
  /// In a word.
  var state: String { isActive ? "active" : "disabled" }

  /// For programs: exact, but for what JSON escapes.
  ///
  /// - Parameter hasDetails: whether there may be some; a listing has none.
  func json(hasDetails: Bool) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("username", .text(username.text)), .init("id", .text(id)),
    ]
    if let created { members.append(.init("created", .text(LocalTime(created).utc))) }
    members.append(.init("active", .bool(isActive)))
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
}

/// A text with blanks behind it, up to so many columns.
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(columns - displayWidth(of: text), 0))
}

/// A text from outside for a table: as `escapingControls` has it, and with what else can't be seen, or takes
/// other room in each terminal, as an escape too: joiners and other format characters, variation selectors,
/// halves of flags and skin tones. Two names that are not one don't look so, and what stands behind a name is where it
/// should be. A mark at the beginning stands on a dotted circle, and not on what was before it.
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

/// How wide a terminal is; 80 where it doesn't tell.
func terminalColumns(of descriptor: Int32) -> Int {
  var size = winsize()
  _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
  return size.ws_col > 0 ? Int(size.ws_col) : 80
}
