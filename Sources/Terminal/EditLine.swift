import CLibEdit
import CTerminal
import Glibc
import Text

/// A libedit handle. All calls to the library are in this file.
final class EditLine {
  private let editor: OpaquePointer
  private let output: UnsafeMutablePointer<FILE>
  private let nowhere: UnsafeMutablePointer<FILE>
  private let screen: Screen
  private let input: CInt
  private var standIn: StandIn?
  private let prompt = WideText()
  private let rightPrompt = WideText()
  private weak var driver: LineEditor?

  /// - Parameter terminal: The kind of terminal, as in `TERM`. An unknown one counts as "dumb".
  init(input: CInt, output descriptor: CInt, screen: Screen, terminal: String)
    throws(TerminalError)
  {
    self.screen = screen
    self.input = input
    let size = TerminalSize(of: input)
    if size.isAbsurd {
      standIn = StandIn()
      standIn?.take(size.bounded)
    }
    guard hasUTF8Locale else { throw .noUTF8Locale }
    let stream = terminal_stream(Unmanaged.passUnretained(screen).toOpaque()) {
      context, bytes, count in
      let screen = Unmanaged<Screen>.fromOpaque(context!).takeUnretainedValue()
      screen.putDrawn(UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
    // libedit's error messages, such as about an unknown terminal, must not reach the screen.
    guard let stream, let nowhere = fopen("/dev/null", "r+e") else {
      throw .system(call: "fopen", code: errno)
    }
    let sized = standIn?.descriptor ?? input
    guard let editor = el_init_fd("signup-bot", nowhere, stream, nowhere, sized, descriptor, -1)
    else {
      throw .system(call: "el_init", code: errno)
    }
    (self.editor, output, self.nowhere) = (editor, stream, nowhere)
    configure(terminal)
  }

  deinit {
    _ = editline_leave_mode(editor)
    el_end(editor)
    fclose(output)
    fclose(nowhere)
  }

  private func configure(_ terminal: String) {
    _ = editline_set_owner(editor, Unmanaged.passUnretained(self).toOpaque())
    _ = editline_set_terminal(editor, terminal)
    _ = editline_ignore_signals(editor)
    _ = withWide("emacs") { editline_set_keys(editor, $0) }
    _ = editline_set_reader(editor) { editor, place in
      guard let code = owner(editor).driver?.nextCode() else { return 0 }
      place!.pointee = code
      return 1
    }
    _ = editline_set_prompt(editor) { owner($0).prompt.pointer }
    _ = editline_set_right_prompt(editor) { owner($0).rightPrompt.pointer }
    _ = editline_add_function(editor) { editor, _ in
      owner(editor).driver?.perform()
      return UInt8(CC_REFRESH)
    }
    for function in EditFunction.allCases {
      var key: [Code] = [function.code, 0]
      _ = withWide(function.rawValue) { editline_bind(editor, &key, $0) }
    }
    // The terminal stays raw between two lines; only `TerminalState` restores it. With noflsh,
    // Ctrl-Z keeps what was typed before it.
    for (mode, flag) in [("-x", "-icanon"), ("-x", "-echo"), ("-x", "+noflsh"), ("-d", "+noflsh")] {
      _ = withWide(mode) { mode in
        withWide(flag) { editline_set_mode_flag(editor, mode, $0) }
      }
    }
  }

  /// Whether the terminal can move the cursor up, and clears with the usual escape sequence. Such a
  /// terminal is assumed to support the other usual sequences too.
  var knowsEscapes: Bool {
    guard editline_capability(editor, "up") != nil,
      let clear = editline_capability(editor, "ce")
    else { return false }
    return String(cString: clear).hasPrefix("\u{1B}[")
  }

  /// Treats the terminal as another kind.
  func setTerminal(_ name: String) {
    _ = editline_set_terminal(editor, name)
  }

  func setPrompt(_ codes: [Code]) {
    prompt.set(codes)
  }

  /// Sets the text at the right end of the line; an empty one removes it.
  func setRightPrompt(_ codes: [Code]) {
    rightPrompt.set(codes)
  }

  /// Edits one line, until the driver returns a newline or `nil`.
  func edit(_ driver: LineEditor) {
    boundSize()
    self.driver = driver
    defer { self.driver = nil }
    var count: CInt = 0
    _ = el_wgets(editor, &count)
    fflush(output)
  }

  // MARK: - The line

  /// The current line and the index of the cursor in it.
  var line: (codes: [Code], cursor: Int) {
    guard let line = el_wline(editor) else { return ([], 0) }
    let buffer = line.pointee.buffer!
    let count = buffer.distance(to: line.pointee.lastchar)
    return (
      Array(UnsafeBufferPointer(start: buffer, count: count)),
      buffer.distance(to: line.pointee.cursor)
    )
  }

  func insert(_ codes: [Code]) {
    guard !codes.isEmpty else { return }
    _ = el_winsertstr(editor, codes + [0])
  }

  /// Replaces the line. Keeps the kill buffer unless the new line is empty.
  func replace(with codes: [Code], cursor: Int) {
    if codes.isEmpty {
      let count = CInt(line.codes.count)
      el_cursor(editor, count)
      el_deletestr(editor, count)
    } else {
      _ = el_wreplacestr(editor, codes + [0])
      el_cursor(editor, CInt(cursor - line.cursor))
    }
  }

  // MARK: - The display

  /// Updates the terminal's size. libedit then assumes that the cursor is at the start of an empty
  /// row.
  func resize() {
    boundSize()
    el_resize(editor)
  }

  /// Hides an absurd size from libedit, which queries the terminal's size itself.
  private func boundSize() {
    let size = TerminalSize(of: input)
    if size.isAbsurd, standIn == nil {
      standIn = StandIn()
      if let standIn { _ = editline_set_input(editor, standIn.stream) }
    }
    standIn?.take(size.bounded)
  }

  /// Draws prompt and line. The cursor must be at the start of an empty row.
  func redraw() {
    _ = editline_redraw(editor)
    fflush(output)
  }
}

private func owner(_ editor: OpaquePointer?) -> EditLine {
  Unmanaged<EditLine>.fromOpaque(editline_owner(editor)!).takeUnretainedValue()
}

private func withWide<Result>(
  _ text: String, _ body: (UnsafePointer<wchar_t>) -> Result
) -> Result {
  body(text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0])
}

/// A text at an address that libedit reads repeatedly.
private final class WideText {
  private(set) var pointer: UnsafeMutablePointer<wchar_t>

  init() {
    pointer = .allocate(capacity: 1)
    pointer.pointee = 0
  }

  deinit {
    pointer.deallocate()
  }

  func set(_ codes: [wchar_t]) {
    pointer.deallocate()
    pointer = .allocate(capacity: codes.count + 1)
    for (index, code) in (codes + [0]).enumerated() { (pointer + index).initialize(to: code) }
  }
}
