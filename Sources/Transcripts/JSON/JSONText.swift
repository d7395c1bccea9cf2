/// JSON to be written in one line, with its keys in the order in which they were given.
package enum JSONText: Equatable, Sendable {
  case text(String)
  case whole(Int)
  /// A number with three decimals: so many thousandths.
  case thousandths(Int)
  case bool(Bool)
  case list([JSONText])
  case object([Member])

  /// One key of an object with its value.
  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSONText

    package init(_ key: String, _ value: JSONText) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONText: CustomStringConvertible {
  /// Without a newline, and with none in it.
  package var description: String {
    var line = ""
    write(to: &line)
    return line
  }

  private func write(to line: inout String) {
    switch self {
    case .text(let text): Self.quote(text, into: &line)
    case .whole(let number): line += String(number)
    case .thousandths(let number): line += Self.decimal(number)
    case .bool(let value): line += value ? "true" : "false"
    case .list(let values):
      line += "["
      for (index, value) in values.enumerated() {
        if index > 0 { line += "," }
        value.write(to: &line)
      }
      line += "]"
    case .object(let members):
      line += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { line += "," }
        Self.quote(member.key, into: &line)
        line += ":"
        member.value.write(to: &line)
      }
      line += "}"
    }
  }

  /// Such as `-0.021` for -21.
  private static func decimal(_ thousandths: Int) -> String {
    let digits = String(thousandths.magnitude % 1000 + 1000).dropFirst()
    return "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1000).\(digits)"
  }

  /// A line can be shown as it is, and is valid in YAML's double quotes too: what a terminal would obey
  /// or not draw is escaped, though JSON itself asks this for C0 alone.
  private static func quote(_ text: String, into line: inout String) {
    line += "\""
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      line += text
    } else {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": line += "\\\""
        case "\\": line += "\\\\"
        case "\n": line += "\\n"
        case "\t": line += "\\t"
        default:
          if isEscaped(scalar) {
            line += escape(scalar)
          } else {
            line.unicodeScalars.append(scalar)
          }
        }
      }
    }
    line += "\""
  }

  /// C0, DEL and C1; what separates lines or turns the direction of text; the byte order mark and the
  /// two noncharacters that neither YAML nor XML may hold.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    case 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// - Parameter scalar: one of the basic plane, which has no more than four digits.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
