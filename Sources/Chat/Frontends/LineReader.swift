import Accounts
import Conversation
import Glibc
import Secrets

/// Lines of a stream that is no terminal, read into locked memory, because any of them may be a secret.
package final class LineReader {
  package enum Line: Equatable, Sendable {
    /// Without its LF or CR LF.
    case bytes(Secret)
    /// Over `MalformedInput.longestLine`; nothing after it is read.
    case tooLong
    case end
  }

  private let descriptor: Int32
  private let name: String
  private let buffer = SecretBuffer(capacity: LineReader.chunk)
  private var start = 0
  private var searched = 0
  private var hasEnded = false
  private var isFirst = true
  private static let chunk = 65_536

  /// Lines read so far.
  package private(set) var number = 0

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The next line; a byte order mark at the very start is passed over.
  package func next() throws(StreamFailure) -> Line {
    number += 1
    while true {
      if let length = newlineOffset() { return take(length, newline: 1) }
      // A byte order mark and a CR do not count.
      if buffer.count - start > MalformedInput.longestLine + 4 { return .tooLong }
      if hasEnded {
        let length = buffer.count - start
        return length == 0 ? .end : take(length, newline: 0)
      }
      try fill()
    }
  }

  /// Everything from here to the end of the stream, in ordinary memory: for transcripts, which hold no
  /// secrets. More than 16 MiB is an error.
  package func rest() throws(StreamFailure) -> [UInt8] {
    while !hasEnded {
      try fill()
      if buffer.count > 16 << 20 { throw StreamFailure(direction: .read, name: name, errno: EFBIG) }
    }
    let bytes = buffer.withBytes { Array($0[start...]) }
    start = buffer.count
    return bytes
  }

  private func newlineOffset() -> Int? {
    let found = buffer.withBytes { bytes in
      bytes[(start + searched)...].firstIndex(of: 0x0A)
    }
    searched = buffer.count - start
    return found.map { $0 - start }
  }

  private func take(_ length: Int, newline: Int) -> Line {
    let line = buffer.withBytes { bytes -> Line in
      var slice = bytes[start..<start + length]
      if isFirst, slice.starts(with: [0xEF, 0xBB, 0xBF]) { slice = slice.dropFirst(3) }
      if slice.last == 0x0D, newline == 1 { slice = slice.dropLast() }
      if slice.count > MalformedInput.longestLine { return .tooLong }
      return .bytes(Secret(copying: UnsafeRawBufferPointer(rebasing: slice)))
    }
    isFirst = false
    start += length + newline
    searched = 0
    return line
  }

  private func fill() throws(StreamFailure) {
    if start > 0 {
      buffer.remove(0..<start)
      start = 0
    }
    while true {
      let count = buffer.appending(upTo: Self.chunk) {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 { return }
      if count == 0 {
        hasEnded = true
        return
      }
      if Glibc.errno == EAGAIN {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptors, 1, -1)
      } else if Glibc.errno != EINTR {
        throw StreamFailure(direction: .read, name: name, errno: Glibc.errno)
      }
    }
  }
}

extension Secret {
  /// The bytes as text, for an answer that is no secret.
  func text() throws(MalformedInput) -> String {
    let text = withBytes { String(validating: $0, as: UTF8.self) }
    guard let text else { throw .invalidUTF8 }
    if let malformed = MalformedInput.find(in: text.unicodeScalars) { throw malformed }
    return text
  }

  /// Why the bytes can't be a secret; nil for nothing.
  func malformed() -> MalformedInput? {
    guard isValidUTF8 else { return .invalidUTF8 }
    return withUTF8Text { MalformedInput.find(in: $0) }
  }
}
