import Accounts
import Conversation
import Glibc
import Secrets
import Text

/// Lines of a stream that is no terminal, read into locked memory, because any of them may be a secret.
package final class LineReader {
  package enum Line: Equatable, Sendable {
    /// Without its LF or CR LF.
    case bytes(Secret)
    /// Longer than the reader takes; nothing after it is read, unless by `skipLongLine`.
    case tooLong
    case end
  }

  private let descriptor: Int32
  private let name: String
  /// The longest line, in bytes without its newline.
  package var longest = MalformedInput.longestLine
  private let buffer = SecretBuffer(capacity: LineReader.chunk)
  private var start = 0
  private var searched = 0
  private var hasEnded = false
  private var isFirst = true
  /// Lines that were put back, the next one last.
  private var returned: [Line] = []
  private var taken = 0
  private static let chunk = 65_536
  /// Many lines are empty, and locked memory is dear.
  private static let empty = Secret("")

  /// Lines read so far.
  package private(set) var number = 0

  /// Called before the stream is read, which may take time: what was said is to be seen by then.
  package var beforeReading: (() throws(StreamFailure) -> Void)?

  /// The line read last was too long, and its end has not been reached.
  package private(set) var isInLongLine = false

  /// How many bytes of the stream lie behind the line read last.
  package var position: Int { taken - (buffer.count - start) }

  /// - Parameter name: what the stream is called to the user.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The next line; a byte order mark at the very start is passed over.
  package func next() throws(StreamFailure) -> Line {
    number += 1
    if let line = returned.popLast() {
      // It may have been read while longer lines were taken.
      if case .bytes(let bytes) = line, bytes.count > longest { return .tooLong }
      return line
    }
    while true {
      if let length = newlineOffset() { return take(length, newline: 1) }
      // A byte order mark and a CR do not count.
      if buffer.count - start > longest + 4 {
        isInLongLine = true
        return .tooLong
      }
      if hasEnded {
        let length = buffer.count - start
        return length == 0 ? .end : take(length, newline: 0)
      }
      try fill()
    }
  }

  /// Puts a line that was read back, to be the next one again.
  package func unread(_ line: Line) {
    number -= 1
    returned.append(line)
  }

  /// Passes over the rest of a line that was too long, newline and all. What is held of it is wiped.
  package func skipLongLine() throws(StreamFailure) {
    isInLongLine = false
    while true {
      if let length = newlineOffset() {
        start += length + 1
        searched = 0
        return
      }
      start = buffer.count
      searched = 0
      if hasEnded { return }
      try fill()
    }
  }

  /// Appends the next line, with its LF as far as it has one, in ordinary memory: for transcripts, which
  /// hold no secrets.
  ///
  /// - Parameter limit: how many bytes the text may then have; more is an error.
  /// - Returns: false at the end of the stream, with nothing appended.
  package func appendLine(to text: inout [UInt8], upTo limit: Int) throws(StreamFailure) -> Bool {
    while true {
      let newline = newlineOffset()
      let length = newline.map { $0 + 1 } ?? (buffer.count - start)
      if text.count + length > limit {
        throw StreamFailure(direction: .read, name: name, errno: EFBIG)
      }
      if newline != nil || hasEnded {
        if length == 0 { return false }
        buffer.withBytes { text.append(contentsOf: $0[start..<start + length]) }
        start += length
        searched = 0
        number += 1
        return true
      }
      try fill()
    }
  }

  /// The first byte of a line that was too long and has not been passed over; a space or a tab does not count.
  package var longLineBegins: UInt8? {
    guard isInLongLine else { return nil }
    return buffer.withBytes { $0[start...].first { $0 != 0x20 && $0 != 0x09 } }
  }

  /// Whether something can be read now: bytes, the end, or an error.
  ///
  /// - Parameter patience: how long to wait for it, in milliseconds.
  package func isReady(within patience: Int32) -> Bool {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptors, 1, patience) != 0
  }

  /// How many lines are left that are not blank, as far as they come without a wait. They are wiped.
  ///
  /// - Parameters:
  ///   - most: the count at which it stops.
  ///   - patience: how long to wait for more each time there is none, in milliseconds: a program at the other end
  ///     may never end the stream.
  package func countRest(upTo most: Int, within patience: Int32) throws(StreamFailure) -> Int {
    var count = 0
    while count < most {
      let newline = returned.isEmpty ? newlineOffset() : nil
      if let newline { searched = newline }
      if returned.isEmpty, newline == nil, !hasEnded {
        if isReady(within: patience) {
          if isInLongLine || buffer.count - start > longest { start = buffer.count - 1 }
          searched = 0
          try fill()
          continue
        }
        // The beginning of a line that does not end.
        return count + (start < buffer.count ? 1 : 0)
      }
      let line = try next()
      if line == .end { break }
      if !line.isBlank { count += 1 }
    }
    return count
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
      if slice.count > longest { return .tooLong }
      if slice.isEmpty { return .bytes(Self.empty) }
      return .bytes(Secret(copying: UnsafeRawBufferPointer(rebasing: slice)))
    }
    isFirst = false
    start += length + newline
    searched = 0
    return line
  }

  private func fill() throws(StreamFailure) {
    try beforeReading?()
    if start > 0 {
      buffer.remove(0..<start)
      start = 0
    }
    while true {
      let count = buffer.appending(upTo: Self.chunk) {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        taken += count
        return
      }
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
    if let malformed = text.withUTF8Text(MalformedInput.find) { throw malformed }
    return text
  }

  /// Why the bytes can't be a secret; nil for nothing.
  func malformed() -> MalformedInput? {
    if withUTF8Text(\.isPrintableASCII) { return nil }
    guard isValidUTF8 else { return .invalidUTF8 }
    return withUTF8Text { MalformedInput.find(in: $0) }
  }
}
