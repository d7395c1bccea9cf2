import Foundation
import Synchronization
import TestSupport

/// What a terminal shows: a window of the tests' tmux server that draws the bytes it is given.
final class TmuxScreen: Sendable {
  /// A snapshot of the screen: its lines and the cursor's position.
  struct Look {
    let lines: [String]
    let column: Int
    let row: Int

    /// Everything before the cursor, without blanks and line ends, so that it is the same at every
    /// width. Text to the right of the cursor (a live verdict) is not included.
    var beforeCursor: String {
      guard lines.indices.contains(row) else { return squeezed(lines.joined()) }
      return squeezed(lines[..<row].joined() + TmuxScreen.prefix(of: lines[row], columns: column))
    }
  }

  private let server: TmuxServer
  private let name = "t" + UUID().uuidString
  private let input: CInt

  init(columns: Int, rows: Int, scratch: Scratch) throws {
    server = try TmuxServer.shared.get()
    let fifo = scratch.path + "/" + name
    guard mkfifo(fifo, 0o600) == 0 else { throw Spawn.Failure(code: errno) }
    // Opened for reading, too, so that it opens at once and is never closed from the other side.
    input = open(fifo, O_RDWR | O_CLOEXEC)
    try server.run([
      "new-session -d -s \(name) -x \(max(columns, 2)) -y \(max(rows, 1)) "
        + "\"stty raw -echo; exec cat '\(fifo)'\""
    ])
  }

  deinit {
    _ = try? server.run(["kill-session -t \(name)"])
    close(input)
  }

  func draw(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func resize(columns: Int, rows: Int) throws {
    try server.run(["resize-window -t \(name): -x \(max(columns, 2)) -y \(max(rows, 1))"])
  }

  func look() throws -> Look {
    let answers = try server.run([
      "display -p -t \(name): '#{cursor_x} #{cursor_y}'", "capture-pane -p -t \(name):",
    ])
    let place = (answers[0].first ?? "").split(separator: " ").compactMap { Int($0) }
    guard place.count == 2 else { throw TmuxServer.Failure.refused(answers[0].joined()) }
    return Look(lines: answers[1], column: place[0], row: place[1])
  }

  /// Everything that is and was on the screen, with wrapped lines joined.
  func history() throws -> [String] {
    try server.run(["capture-pane -p -J -S - -t \(name):"])[0]
  }

  /// The same as `history`, in the rows of the screen.
  func rows() throws -> [String] {
    try server.run(["capture-pane -p -S - -t \(name):"])[0]
  }

  /// A character with its foreground colour and its weight (bold or dim) as SGR parameters, or ""
  /// for the terminal's defaults.
  struct Cell: Equatable {
    let character: Character
    let colour: String
    let weight: String
  }

  /// The colours of the last occurrence of a text on the screen. Returns `nil` if the text is not on
  /// the screen.
  func colours(of text: String) throws -> Set<String>? {
    for cells in try cells().reversed() {
      let characters = String(cells.map(\.character))
      guard let range = characters.range(of: text, options: .backwards) else { continue }
      let start = characters.distance(from: characters.startIndex, to: range.lowerBound)
      return Set(cells[start..<(start + text.count)].map(\.colour))
    }
    return nil
  }

  /// The cells of each line.
  func cells() throws -> [[Cell]] {
    try server.run(["capture-pane -p -e -t \(name):"])[0].map(Self.cells)
  }

  private static func cells(_ line: String) -> [Cell] {
    var cells: [Cell] = []
    var (colour, weight) = ("", "")
    var rest = line[...]
    while let character = rest.popFirst() {
      if character == "\u{1B}", rest.first == "[", let end = rest.firstIndex(of: "m") {
        for part in rest[..<end].dropFirst().split(separator: ";", omittingEmptySubsequences: false)
        {
          switch Int(part) ?? 0 {
          case 0: (colour, weight) = ("", "")
          case 1, 2: weight = String(part)
          case 22: weight = ""
          case 30...37, 90...97: colour = String(part)
          case 39: colour = ""
          default: break
          }
        }
        rest = rest[end...].dropFirst()
      } else {
        cells.append(Cell(character: character, colour: colour, weight: weight))
      }
    }
    return cells
  }

  /// The part of a line that fits into the columns.
  private static func prefix(of line: String, columns: Int) -> String {
    var rest = columns
    return String(
      line.prefix { character in
        // Of the characters that the tests type, those from here on are wide.
        rest -= character.unicodeScalars.first!.value >= 0x2E80 ? 2 : 1
        return rest >= 0
      })
  }
}

/// A text without its blanks and line ends.
func squeezed(_ text: String) -> String {
  text.filter { !$0.isWhitespace }
}
