import Dispatch
import Glibc
import Synchronization
import Testing

/// Both ends of a pipe(2). The owner must close them.
package struct Pipe {
  package let reading: Int32
  package let writing: Int32

  package init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  /// Writes the pieces from another thread, one call each, and then closes the writing end.
  package func feed(_ pieces: [[UInt8]]) {
    let writing = writing
    DispatchQueue.global().async {
      for piece in pieces {
        var rest = piece[...]
        while !rest.isEmpty {
          let written = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
          // The reader may be gone.
          if written < 0 && errno != EINTR { break }
          rest = rest.dropFirst(max(written, 0))
        }
      }
      close(writing)
    }
  }

  /// Returns everything that `write` writes on this thread. Another thread reads it, so that a full
  /// pipe never blocks the test.
  package func collecting(_ write: () throws -> Void) throws -> [UInt8] {
    let taken = Mutex<[UInt8]>([])
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let bytes = drained()
      taken.withLock { $0 = bytes }
    }
    defer { close(reading) }
    do {
      defer { close(writing) }
      try write()
    }
    group.wait()
    return taken.withLock { $0 }
  }

  /// Reads everything until the other end is closed.
  package func drained() -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(reading, &buffer, buffer.count)
      if count <= 0 { return result }
      result += buffer[..<count]
    }
  }
}
