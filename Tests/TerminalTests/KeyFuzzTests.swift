import Glibc
import Secrets
import TestSupport
import Testing

@testable import Terminal

@Suite struct KeyDecoderFuzzTests {
  @Test func `F20 random and incomplete keys never block the decoder`() {
    let seed = UInt64.random(in: 0 ... .max)
    var fuzz = KeyFuzz(seed: seed)
    for _ in 0..<5_000 {
      let bytes = fuzz.keys(["a", "é", "漢", "👩‍👩‍👧"], showsSecrets: true) + KeyFuzz.lineEnd
      var decoder = KeyDecoder()
      var keys: [Key] = []
      for byte in bytes { decoder.take(byte) { keys.append($0) } }
      #expect(keys.last == .control(0x0D), "seed \(seed): \(bytes)")
      #expect(keys.count <= bytes.count, "seed \(seed): \(bytes)")
      decoder.take(UInt8(ascii: "a")) { keys.append($0) }
      #expect(keys.last == .character("a"), "seed \(seed): \(bytes)")
    }
  }
}

/// Random keys at an editor whose terminal is resized, woken and interrupted at random. The keys come over a
/// connection that closes after them, so an editor that misses the end of the line hangs up.
extension TerminalTests {
  @Suite struct KeyFuzzTests {
    /// A terminal for many lines.
    private final class Stage {
      let pty = Pty()
      let signals: Notices
      let wakes: Notices
      let state: TerminalState
      let editLine: EditLine
      let drawing: UnsafeMutablePointer<FILE>
      let screen: Screen
      let before: Pty.Mode
      /// Whether the line was interrupted, which drops the keys that were read, with the end of the line.
      private var isInterrupted = false

      init() throws {
        before = pty.mode
        signals = try Notices()
        wakes = try Notices()
        state = try TerminalState(input: pty.slave, output: pty.slave, signals: signals)
        drawing = try #require(tmpfile())
        screen = Screen(output: fileno(drawing))
        editLine = try EditLine(
          input: pty.slave, output: pty.slave, screen: screen, terminal: "xterm")
      }

      deinit { fclose(drawing) }

      /// Edits one line.
      /// - Parameter between: called whenever the line is judged.
      /// - Returns: how the line ended, and the output; no ending if it was lost to an interrupt.
      func edit(
        _ keys: [UInt8], _ codes: CodeBook, fit: LineFit? = nil,
        between: @escaping ([Code]) -> Void
      ) -> (ending: LineEditor.Ending?, drawn: String) {
        isInterrupted = keys.contains(0x03)
        // Those that the line before did not take.
        while signals.take() != nil {}
        var ends: [CInt] = [-1, -1]
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
        _ = write(ends[1], keys, keys.count)
        close(ends[1])
        defer { close(ends[0]) }
        lseek(fileno(drawing), 0, SEEK_SET)
        ftruncate(fileno(drawing), 0)
        _ = state.makeRaw()
        let editor = LineEditor(
          LineEditor.Parts(
            editLine: editLine, screen: screen,
            keyboard: Keyboard(input: ends[0], signals: signals, wakes: wakes), state: state,
            isPlain: false),
          codes: codes, prompt: "? ", history: History(), completions: ["/back", "/help"],
          fit: fit,
          verdict: { line, _ in
            between(line)
            return LiveText(line.isEmpty ? "" : "judged", mayOutlast: line.count % 2 == 0)
          }, afterDrawing: nil)
        let ending = editor.run(initial: "")
        let count = Int(lseek(fileno(drawing), 0, SEEK_CUR))
        var drawn = [UInt8](repeating: 0, count: count)
        pread(fileno(drawing), &drawn, count, 0)
        let isLost = ending == .hungUp && isInterrupted
        return (isLost ? nil : ending, String(decoding: drawn, as: UTF8.self))
      }

      func disturb(_ fuzz: inout KeyFuzz) {
        switch Int.random(in: 0..<40, using: &fuzz) {
        case 0:
          pty.resize(
            columns: Int.random(in: 0..<90, using: &fuzz),
            rows: Int.random(in: 0..<30, using: &fuzz))
          signals.post(UInt8(SIGWINCH))
        case 1: signals.post(UInt8(SIGCONT))
        case 2:
          signals.post(UInt8(SIGINT))
          isInterrupted = true
        case 3...6: wakes.post()
        default: break
        }
      }
    }

    /// Edits many lines with random keys.
    ///
    /// - Parameters:
    ///   - between: called whenever the line is judged.
    ///   - isRight: whether the output of a line is allowed.
    private func edit(
      _ letters: [String], dot: String? = nil, closed: ClosedLine? = nil,
      between: @escaping ([Code]) -> Void = { _ in }, isRight: (String) -> Bool
    ) throws {
      let seed = UInt64.random(in: 0 ... .max)
      let stage = try Stage()
      var fuzz = KeyFuzz(seed: seed)
      for _ in 0..<500 {
        let keys = fuzz.keys(letters, showsSecrets: dot == nil)
        let fit = closed.map { LineFit($0) }
        let (ending, drawn) = stage.edit(keys + KeyFuzz.lineEnd, CodeBook(dot: dot), fit: fit) {
          between($0)
          stage.disturb(&fuzz)
        }
        #expect(ending != .hungUp, "seed \(seed): \(keys)")
        #expect(forbidden(in: drawn) == nil, "seed \(seed): \(keys)")
        #expect(isRight(drawn), "seed \(seed): \(keys)")
      }
      stage.state.end()
      #expect(stage.pty.mode == stage.before)
    }

    @Test
    func `F20 random keys at a question draw no control characters and leave the mode unchanged`()
      throws
    {
      try edit(["a", "b", " ", "é", "漢", "👩‍👩‍👧"]) { _ in true }
    }

    @Test func `F20 random keys at a secret are neither drawn nor passed to libedit`() throws {
      let letters = ["ж", "Ж", "щ", "ю", "漢", "я\u{301}"]
      var isGiven = false
      try edit(
        letters, dot: "•",
        between: { line in
          // The planes of the private codes.
          if line.contains(where: { $0 < 0x20000 }) { isGiven = true }
        },
        isRight: { drawn in
          !drawn.unicodeScalars.contains { letters.joined().unicodeScalars.contains($0) }
        })
      #expect(!isGiven)
    }

    @Test func `F84 random keys at a closed question show only prefixes of its answers`()
      throws
    {
      let answers = ["yes", "no", "1", "/back"]
      let closed = ClosedLine(
        mayHold: { text in answers.contains { $0.hasPrefix(text) } }, hint: { _ in "hint" })
      try edit(["y", "e", "s", "n", "1", "/b", "x", "é"], closed: closed) { drawn in
        !drawn.contains { "xé".contains($0) }
      }
    }
  }
}
