import Glibc
import Secrets
import TestSupport

@testable import Chat

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
