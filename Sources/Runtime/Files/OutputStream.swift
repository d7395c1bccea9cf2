import Glibc

/// An output stream that reports write errors, unlike `print`.
package final class OutputStream: Sendable {
  private let descriptor: Int32
  private let name: String

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes the whole text, without buffering.
  package func write(_ text: String) throws(StreamFailure) {
    var text = text
    let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    if let code { throw StreamFailure(direction: .write, name: name, errno: code) }
  }
}

/// Writes all bytes, even if a call is interrupted or a non-blocking descriptor is full.
///
/// - Returns: The `errno` of the call that failed, or `nil` if everything was written.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&descriptors, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}
