import Accounts
import Conversation
import Glibc
import Runtime
import Secrets
import Text

/// Reads lines from a pipe or file into locked memory, because any of them may be a secret.
package final class LineReader {
  package enum Line: Equatable, Sendable {
    /// Without its LF or CR LF.
    case bytes(Secret)
    /// Longer than `longest`. Call `skipLongLine` before reading on.
    case tooLong
    case end
  }

  private let descriptor: Int32
  private let name: String
  /// The length limit of a line in bytes, without its newline.
  package var longest = MalformedInput.longestLine
  private let buffer = SecretBuffer(capacity: LineReader.chunk)
  private var start = 0
  private var searched = 0
  private var hasEnded = false
  private var isFirst = true
  /// Lines that were put back. The last one is read first.
  private var returned: [Line] = []
  private var taken = 0
  private static let chunk = 65_536
  /// Shared by all empty lines, because locked memory is scarce.
  private static let empty = Secret("")

  /// The number of lines read so far.
  package private(set) var number = 0

  /// Called before each read of the stream, which may block, so that pending output can be flushed.
  package var beforeReading: (() throws(StreamFailure) -> Void)?

  /// Whether the last line was too long and its end has not been reached.
  package private(set) var isInLongLine = false

  /// The offset in the stream at which the last line ended, in bytes.
  package var position: Int { taken - (buffer.count - start) }

  /// - Parameter name: The name of the stream in messages to the user.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Returns the next line. A byte order mark at the start of the stream is skipped.
  package func next() throws(StreamFailure) -> Line {
    number += 1
    if let line = returned.popLast() {
      // `longest` may have been lowered since it was read.
      if case .bytes(let bytes) = line, bytes.count > longest { return .tooLong }
      return line
    }
    while true {
      if let length = newlineOffset() { return take(length, newline: 1) }
      // Leave room for a byte order mark and a CR.
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

  /// Puts a line back, so that `next` returns it again.
  package func unread(_ line: Line) {
    number -= 1
    returned.append(line)
  }

  /// Skips the rest of a line that was too long, including its newline, and wipes what was read of
  /// it. Does nothing if its end has been reached.
  package func skipLongLine() throws(StreamFailure) {
    guard isInLongLine else { return }
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

  /// Appends the next line, with its LF if it has one, to a text in ordinary memory. For
  /// transcripts, which contain no secrets.
  ///
  /// - Parameter limit: The size in bytes that the text must not exceed.
  /// - Returns: `false` at the end of the stream, when nothing was appended.
  /// - Throws: `EFBIG` if the text would exceed the limit.
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

  /// The first byte, other than spaces and tabs, of a line that was too long; `nil` once the line
  /// has been skipped.
  package var longLineBegins: UInt8? {
    guard isInLongLine else { return nil }
    return buffer.withBytes { $0[start...].first { $0 != 0x20 && $0 != 0x09 } }
  }

  /// Whether a read would return at once, with bytes, the end of the stream or an error.
  ///
  /// - Parameter patience: How long to wait for that, in milliseconds.
  package func isReady(within patience: Int32) -> Bool {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptors, 1, patience) != 0
  }

  /// Reads, wipes and counts the remaining lines that are not blank.
  ///
  /// - Parameters:
  ///   - most: The count at which to stop.
  ///   - patience: How long to wait for more input each time, in milliseconds. The program that
  ///     writes the stream may never end it.
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
        // Count an unfinished line, too.
        return count + (start < buffer.count ? 1 : 0)
      }
      let line = try next()
      if line == .end { break }
      if !line.isBlank { count += 1 }
    }
    return count
  }

  /// Returns the next lines, as far as they have arrived, without using them up.
  ///
  /// - Parameters:
  ///   - most: The maximum number of lines.
  ///   - patience: The time to wait for each line, in milliseconds.
  package func ahead(_ most: Int, within patience: Int32) throws(StreamFailure) -> [Line] {
    var lines: [Line] = []
    while lines.count < most, try isLineReady(within: patience) {
      let line = try next()
      lines.append(line)
      if line == .end || isInLongLine { break }
    }
    for line in lines.reversed() { unread(line) }
    return lines
  }

  /// Returns whether `next` would return at once.
  private func isLineReady(within patience: Int32) throws(StreamFailure) -> Bool {
    while returned.isEmpty, !hasEnded, newlineOffset() == nil, buffer.count - start <= longest {
      try beforeReading?()
      guard isReady(within: patience) else { return false }
      try fill()
    }
    // `next` searches the buffer from the beginning of the line.
    searched = 0
    return true
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
      hasEnded = count == 0
      if hasEnded { return }
      if Glibc.errno == EAGAIN {
        _ = isReady(within: -1)
      } else if Glibc.errno != EINTR {
        throw StreamFailure(direction: .read, name: name)
      }
    }
  }
}

extension Secret {
  /// The bytes as text, for an answer that is not secret.
  func text() throws(MalformedInput) -> String {
    let text = withBytes { String(validating: $0, as: UTF8.self) }
    guard let text else { throw .invalidUTF8 }
    if let malformed = text.withUTF8Text(MalformedInput.find) { throw malformed }
    return text
  }

  /// Why the bytes can't be an answer, or `nil` if they can.
  func malformed() -> MalformedInput? {
    if withUTF8Text(\.isPrintableASCII) { return nil }
    guard isValidUTF8 else { return .invalidUTF8 }
    return withUTF8Text { MalformedInput.find(in: $0) }
  }
}
