import CTerminal
import Glibc
import Runtime
import Secrets

/// The output to the terminal. It is buffered, in locked memory, so that each redraw is a single
/// write.
final class Screen {
  private let output: CInt
  private let waiting = SecretBuffer(capacity: 4096)
  /// The colour of the last character, and the number of buffered bytes after it. A character of
  /// the same colour that follows at once needs no sequence of its own.
  private var pen = (colour: "", end: -1)
  private var undecided: UInt32 = 0
  private var missing = 0

  /// Draws libedit's private codes, or `nil` while no line is being edited.
  var codes: CodeBook?

  /// The errno of a failed write, after which nothing is written any more; `nil` if none has
  /// failed.
  private(set) var failure: CInt?

  init(output: CInt) {
    self.output = output
  }

  /// Buffers a text unchanged.
  func put(_ text: String) {
    waiting.append(text)
  }

  /// Buffers output of libedit, replacing each private code (always four bytes in UTF-8) with what
  /// it stands for.
  func putDrawn(_ bytes: UnsafeRawBufferPointer) {
    guard codes != nil else { return waiting.append(bytes) }
    var plain = 0
    for (index, byte) in bytes.enumerated() {
      if missing > 0 {
        undecided = undecided << 8 | UInt32(byte)
        missing -= 1
        if missing == 0 { putDecided() }
        plain = index + 1
      } else if byte >= 0xF0 {
        waiting.append(UnsafeRawBufferPointer(rebasing: bytes[plain..<index]))
        undecided = UInt32(byte)
        missing = 3
        plain = index + 1
      }
    }
    waiting.append(UnsafeRawBufferPointer(rebasing: bytes[plain...]))
  }

  private func putDecided() {
    let code = Code(KeyDecoder.scalarValue(undecided, count: 4))
    if let cell = codes?.painted(code) { return put(cell) }
    if codes?.draw(code, into: waiting) != true {
      withUnsafeBytes(of: undecided.bigEndian) { waiting.append($0) }
    }
  }

  private func put(_ cell: Paints.Cell) {
    if !cell.colour.isEmpty, pen == (cell.colour, waiting.count) {
      waiting.remove((waiting.count - Escape.noColour.utf8.count)..<waiting.count)
      waiting.append(String(cell.character) + Escape.noColour)
    } else {
      waiting.append(cell.text)
    }
    pen = (cell.colour, waiting.count)
  }

  /// Whether the buffer contains exactly this text.
  func isWaiting(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { expected in waiting.withBytes { $0.elementsEqual(expected) } }
  }

  /// Inserts a text at the beginning of the buffer.
  func putFirst(_ text: String) {
    var text = text
    text.withUTF8 { waiting.insert(UnsafeRawBufferPointer($0), at: 0) }
    pen.end = -1
  }

  /// Discards the buffer.
  func drop() {
    waiting.wipe()
    pen.end = -1
  }

  /// Writes the buffer.
  func flush() {
    guard !waiting.isEmpty else { return }
    if failure == nil {
      failure = waiting.withBytes { writeAll($0, to: output) }
    }
    drop()
  }
}
