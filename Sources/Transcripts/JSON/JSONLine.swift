/// JSON to be written in one line, with its keys in the order in which they were given.
package enum JSONLine: Equatable, Sendable {
  case text(String)
  case whole(Int)
  case bool(Bool)
  case list([JSONLine])
  case object([Member])

  /// One key of an object with its value.
  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSONLine

    package init(_ key: String, _ value: JSONLine) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONLine: CustomStringConvertible {
  /// Without a newline, and with none in it.
  package var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .text(let value): Self.quote(value, into: &text)
    case .whole(let number): text += String(number)
    case .bool(let value): text += value ? "true" : "false"
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.key, into: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Every control character is escaped, C1's too, so that a line can be shown as it is; so are the two
  /// separators that end a line in JavaScript.
  private static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{2028}", "\u{2029}": text += escape(scalar)
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
          text += escape(scalar)
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
