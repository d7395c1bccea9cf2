import Dispatch
import Glibc
import Secrets
import Synchronization
import Testing

@testable import Chat

/// Both ends of a pipe(2). The owner must close them.
struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  /// Writes the pieces from another thread, one call each, and then closes the writing end.
  func feed(_ pieces: [[UInt8]]) {
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
  func collecting(_ write: () throws -> Void) throws -> [UInt8] {
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
  func drained() -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(reading, &buffer, buffer.count)
      if count <= 0 { return result }
      result += buffer[..<count]
    }
  }
}

/// A line from a reader, in a form that makes tests readable.
enum Found: Equatable {
  case line(String)
  case bytes([UInt8])
  case tooLong
  case end

  init(_ line: LineReader.Line) {
    switch line {
    case .bytes(let secret):
      let bytes = secret.withBytes(Array.init)
      self = String(validating: bytes, as: UTF8.self).map { .line($0) } ?? .bytes(bytes)
    case .tooLong: self = .tooLong
    case .end: self = .end
    }
  }

  /// Reads lines from a pipe into which the pieces are written one after another.
  static func reading(_ pieces: [[UInt8]], lines: Int) throws -> [Found] {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    pipe.feed(pieces)
    defer { close(pipe.reading) }
    let reader = LineReader(descriptor: pipe.reading, name: "stdin")
    return try (0..<lines).map { _ in Found(try reader.next()) }
  }

  static func reading(_ text: String, lines: Int) throws -> [Found] {
    try reading([Array(text.utf8)], lines: lines)
  }
}
