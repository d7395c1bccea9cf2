import CTerminal
import Glibc
import Secrets

/// Everything that goes to the terminal: gathered, so that each redrawing is one write and nothing
/// flickers, and kept in locked memory, because a shown secret passes through.
final class Screen {
  private let output: CInt
  private let waiting = SecretBuffer(capacity: 4096)
  private var undecided: UInt32 = 0
  private var missing = 0

  /// What libedit's private codes are drawn as; nil where it edits none.
  var codes: CodeBook?

  /// The errno of the write that failed. Nothing is written from then on.
  private(set) var failure: CInt?

  init(output: CInt) {
    self.output = output
  }

  /// Adds text as it is.
  func put(_ text: String) {
    var text = text
    text.withUTF8 { waiting.append(UnsafeRawBufferPointer($0)) }
  }

  /// Adds what libedit drew: a private code, always four bytes of UTF-8, becomes what it stands for.
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
    if codes?.draw(code, into: waiting) != true {
      withUnsafeBytes(of: undecided.bigEndian) { waiting.append($0) }
    }
  }

  /// Whether a text, and nothing else, waits to be written.
  func isWaiting(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { expected in waiting.withBytes { $0.elementsEqual(expected) } }
  }

  /// Adds text before what was gathered.
  func putFirst(_ text: String) {
    var text = text
    text.withUTF8 { waiting.insert(UnsafeRawBufferPointer($0), at: 0) }
  }

  /// Forgets what was gathered.
  func drop() { waiting.wipe() }

  /// Writes what was gathered.
  func flush() {
    guard !waiting.isEmpty else { return }
    if failure == nil {
      waiting.withBytes { bytes in
        do throws(TerminalError) {
          try writeAll(bytes, to: output)
        } catch {
          if case .system(_, let code) = error { failure = code }
        }
      }
    }
    waiting.wipe()
  }
}

/// Writes all the bytes, however often the call is cut short or a descriptor that doesn't block is
/// full.
func writeAll(_ bytes: UnsafeRawBufferPointer, to output: CInt) throws(TerminalError) {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(output, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      var wait = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      _ = poll(&wait, 1, -1)
    } else if errno != EINTR {
      throw .system(call: "write", code: errno)
    }
  }
}
