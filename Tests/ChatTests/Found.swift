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

  static func reading(_ pieces: [[UInt8]], lines: Int) throws -> [Found] {
    try LineReader.feeding(pieces) { reader in
      try (0..<lines).map { _ in Found(try reader.next()) }
    }
  }

  static func reading(_ text: String, lines: Int) throws -> [Found] {
    try reading([Array(text.utf8)], lines: lines)
  }
}

extension LineReader {
  /// Reads from a pipe into which the pieces are written one after another.
  static func feeding<Result>(
    _ pieces: [[UInt8]], _ body: (LineReader) throws -> Result
  ) throws -> Result {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    pipe.feed(pieces)
    defer { close(pipe.reading) }
    return try body(LineReader(descriptor: pipe.reading, name: "stdin"))
  }
}
