import CTerminal
import Glibc

/// A pipe to oneself: a signal handler or another thread writes a byte, a `poll` loop sees it.
final class Notices: Sendable {
  let reader: CInt
  let writer: CInt

  init() throws(TerminalError) {
    var ends: [CInt] = [-1, -1]
    guard terminal_pipe(&ends) == 0 else {
      throw .system(call: "pipe", code: errno)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Adds one byte. A full pipe needs no more of them.
  func post(_ byte: UInt8 = 0) {
    var byte = byte
    while write(writer, &byte, 1) == -1, errno == EINTR {}
  }

  /// The oldest byte, or nil.
  func take() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      switch read(reader, &byte, 1) {
      case 1: return byte
      case -1 where errno == EINTR: continue
      default: return nil
      }
    }
  }

  /// Takes all bytes that are there.
  func takeAll() -> Bool {
    guard take() != nil else { return false }
    while take() != nil {}
    return true
  }
}
