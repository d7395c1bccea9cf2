import Glibc
import TestSupport

@testable import Terminal

/// An editor whose every write is one message, and therefore one frame that a person could see.
final class FilmedEditor {
  private let pty: Pty
  private let reader: CInt
  private let editor: Unchecked
  private var grid: Grid

  /// Only one thread uses the editor.
  private struct Unchecked: @unchecked Sendable {
    let editor: LineEditor
    func run() async { _ = editor.run(initial: "") }
  }

  init(
    prompt: String, columns: Int = 80, isPlain: Bool = false,
    verdict: ((String) -> LiveText)? = nil
  ) throws {
    pty = Pty(columns: columns)
    grid = Grid(columns: columns, rows: 24)
    var ends: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends)
    reader = ends[0]
    let signals = try Notices()
    let state = try TerminalState(input: pty.slave, output: pty.slave, signals: signals)
    let screen = Screen(output: ends[1])
    let codes = CodeBook(dot: nil)
    let parts = LineEditor.Parts(
      editLine: try EditLine(
        input: pty.slave, output: pty.slave, screen: screen,
        terminal: isPlain ? "dumb" : "xterm"),
      screen: screen, keyboard: Keyboard(input: pty.slave, signals: signals, wakes: try Notices()),
      state: state, isPlain: isPlain)
    _ = state.makeRaw()
    editor = Unchecked(
      editor: LineEditor(
        parts, codes: codes, prompt: prompt, history: History(),
        verdict: verdict.map { verdict in { line, _ in verdict(codes.text(of: line)) } },
        afterDrawing: nil))
  }

  deinit {
    close(reader)
  }

  /// Types the keys one by one, and returns the text of the row after each write.
  func film(_ keys: [String]) async -> [String] {
    let editor = editor
    async let ending: Void = editor.run()
    var frames = [frame()]
    for key in keys {
      pty.type(key)
      // A key may draw nothing. The bell of this unassigned key follows all output of the key
      // before.
      pty.type("\u{16}")
      var written = ""
      while !written.contains("\u{7}") {
        written = message()
        grid.take(written)
        frames.append(grid.rowText)
      }
    }
    pty.type("\r")
    _ = await ending
    while isMore { frames.append(frame()) }
    return frames
  }

  /// The row after each write while no key is pressed, up to the first row for which `isLast` is true.
  func film(until isLast: (String) -> Bool) async -> [String] {
    let editor = editor
    async let ending: Void = editor.run()
    var frames = [frame()]
    while !isLast(frames[frames.count - 1]) { frames.append(frame()) }
    pty.type("\r")
    _ = await ending
    return frames
  }

  /// Runs the editor and types keys.
  /// - Parameter body: receives a function that types keys, and returns the output up to the point
  ///   where `until` holds.
  func type(_ body: (_ type: (_ keys: String, _ until: (String) -> Bool) -> String) -> Void) async {
    let editor = editor
    async let ending: Void = editor.run()
    _ = message()
    body { keys, until in
      pty.type(keys)
      var written = ""
      while !until(written) { written += message() }
      return written
    }
    pty.type("\r")
    _ = await ending
  }

  /// Returns the expected screen of the given size, with prompt, line and cursor, when the editor
  /// waits for a key.
  func model(columns: Int, rows: Int) -> Grid {
    let (line, cursor) = editor.editor.parts.editLine.line
    var grid = Grid(columns: columns, rows: rows)
    grid.take(editor.editor.prompt + editor.editor.codes.drawing(of: line))
    let geometry = LineGeometry(prompt: editor.editor.prompt, line: line, cursor: cursor)
    grid.place(geometry.cursorPlace(columns: columns))
    return grid
  }

  private var isMore: Bool {
    var wait = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  private func frame() -> String {
    grid.take(message())
    return grid.rowText
  }

  private func message() -> String {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(reader, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
