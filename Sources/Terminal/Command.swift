/// What a key does to the line.
enum Command: Equatable {
  /// It stands for itself, also where that makes the line malformed.
  case insert
  case run(EditFunction)
  case enter
  /// Ctrl-D: the end of input on an empty line, else the character under the cursor goes.
  case deleteOrEnd
  case complete
  case older
  case newer
  case show
  case back
  case interrupt
  /// No editing key.
  case beep
  case ignore

  init(_ key: Key, isSecret: Bool) {
    self =
      switch key {
      case .character, .invalid: .insert
      case .control(let byte): Self.control(byte, isSecret: isSecret)
      case .meta(let byte): Self.meta(byte, isSecret: isSecret)
      case .up: isSecret ? .beep : .older
      case .down: isSecret ? .beep : .newer
      case .left: .run(.left)
      case .right: .run(.right)
      case .home: .run(.start)
      case .end: .run(.end)
      case .delete: .run(.deleteForward)
      case .wordLeft: .run(.wordLeft)
      case .wordRight: .run(.wordRight)
      case .backTab: .back
      case .escape, .pasteBegin, .pasteEnd: .ignore
      case .unknown: .beep
      }
  }

  private static func control(_ byte: UInt8, isSecret: Bool) -> Command {
    switch byte {
    case 0x00: .insert
    case 0x01: .run(.start)
    case 0x02: .run(.left)
    case 0x03: .interrupt
    case 0x04: .deleteOrEnd
    case 0x05: .run(.end)
    case 0x06: .run(.right)
    case 0x08, 0x7F: .run(.deleteBackward)
    case 0x09: isSecret ? .beep : .complete
    case 0x0A, 0x0D: .enter
    case 0x0B: .run(.killToEnd)
    case 0x0C: .run(.clearScreen)
    case 0x0E: isSecret ? .beep : .newer
    case 0x10: isSecret ? .beep : .older
    case 0x12: isSecret ? .show : .beep
    case 0x14: isSecret ? .beep : .run(.transpose)
    case 0x15: .run(.killLine)
    case 0x17: .run(.deleteWordBackward)
    case 0x19: .run(.yank)
    default: .beep
    }
  }

  /// A secret's case is not for changing: its codes have none.
  private static func meta(_ byte: UInt8, isSecret: Bool) -> Command {
    switch Unicode.Scalar(byte) {
    case "b", "B": .run(.wordLeft)
    case "f", "F": .run(.wordRight)
    case "d", "D": .run(.deleteWordForward)
    case "\u{08}", "\u{7F}": .run(.deleteWordBackward)
    case "u", "U": isSecret ? .beep : .run(.upperCase)
    case "l", "L": isSecret ? .beep : .run(.lowerCase)
    case "c", "C": isSecret ? .beep : .run(.capitalize)
    default: .beep
    }
  }
}
