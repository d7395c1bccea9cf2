import CTerminal
import Glibc

/// A self-pipe: a signal handler or another thread writes a byte to wake a `poll` loop.
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

  /// Writes one byte. If the pipe is full, the loop will wake anyway.
  func post(_ byte: UInt8 = 0) {
    var byte = byte
    while write(writer, &byte, 1) == -1, errno == EINTR {}
  }

  /// Takes the oldest byte, or returns `nil` if there is none.
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

  /// Takes all bytes. Returns whether there were any.
  func takeAll() -> Bool {
    guard take() != nil else { return false }
    while take() != nil {}
    return true
  }
}
