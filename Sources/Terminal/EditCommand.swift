/// The effect of a key on the line.
enum EditCommand: Equatable {
  /// Insert the character, even if that makes the line malformed.
  case insert
  case run(EditFunction)
  case enter
  /// Ctrl-D: end the input if the line is empty, otherwise delete the character under the cursor.
  case deleteOrEnd
  /// These two don't use libedit's functions, which would put the character into the kill buffer.
  case deleteBackward
  case deleteForward
  case complete
  /// Undo the last change of the line.
  case undo
  case older
  case newer
  case show
  case back
  case interrupt
  /// The key has no effect here.
  case beep
  case ignore

  init(_ key: Key, isSecret: Bool) {
    let command = Self.command(key, isSecret: isSecret)
    self = isSecret ? command.forSecret : command
  }

  /// The command at a secret question. A secret has no history and no completion, and its codes
  /// have no case. Neither yank nor undo restores what was erased.
  private var forSecret: EditCommand {
    switch self {
    case .run(.transpose), .run(.upperCase), .run(.lowerCase), .run(.capitalize), .run(.yank),
      .complete, .undo, .older, .newer:
      .beep
    case .insert, .run, .enter, .deleteOrEnd, .deleteBackward, .deleteForward, .show, .back,
      .interrupt, .beep, .ignore:
      self
    }
  }

  private static func command(_ key: Key, isSecret: Bool) -> EditCommand {
    switch key {
    case .character, .invalid: .insert
    case .control(let byte): Self.control(byte, isSecret: isSecret)
    case .meta(let byte): Self.meta(byte)
    case .up: .older
    case .down: .newer
    case .left: .run(.left)
    case .right: .run(.right)
    case .home: .run(.start)
    case .end: .run(.end)
    case .delete: .deleteForward
    case .wordLeft: .run(.wordLeft)
    case .wordRight: .run(.wordRight)
    case .backTab: .back
    case .escape, .pasteBegin, .pasteEnd: .ignore
    case .unknown: .beep
    }
  }

  private static func control(_ byte: UInt8, isSecret: Bool) -> EditCommand {
    switch byte {
    case 0x00: .insert
    case 0x01: .run(.start)
    case 0x02: .run(.left)
    case 0x03: .interrupt
    case 0x04: .deleteOrEnd
    case 0x05: .run(.end)
    case 0x06: .run(.right)
    case 0x08, 0x7F: .deleteBackward
    case 0x09: .complete
    case 0x0A, 0x0D: .enter
    case 0x0B: .run(.killToEnd)
    case 0x0C: .run(.clearScreen)
    case 0x0E: .newer
    case 0x10: .older
    case 0x12: isSecret ? .show : .beep
    case 0x14: .run(.transpose)
    case 0x15: .run(.killLine)
    case 0x17: .run(.deleteWordBackward)
    case 0x19: .run(.yank)
    case 0x1F: .undo
    default: .beep
    }
  }

  private static func meta(_ byte: UInt8) -> EditCommand {
    switch Unicode.Scalar(byte) {
    case "b", "B": .run(.wordLeft)
    case "f", "F": .run(.wordRight)
    case "d", "D": .run(.deleteWordForward)
    case "\u{08}", "\u{7F}": .run(.deleteWordBackward)
    case "u", "U": .run(.upperCase)
    case "l", "L": .run(.lowerCase)
    case "c", "C": .run(.capitalize)
    default: .beep
    }
  }
}
