import Glibc

/// A failure to open, read or write a stream.
package struct StreamFailure: Error, Equatable, Sendable {
  package enum Direction: String, Sendable {
    case read, write, open
  }

  package let direction: Direction
  /// The stream's name in messages to the user, such as "stdin" or a path.
  package let name: String
  package let errno: Int32

  package init(direction: Direction, name: String, errno: Int32) {
    self.direction = direction
    self.name = name
    self.errno = errno
  }

  /// The failure for a path that is not a regular file, such as a named pipe, a device or a folder.
  package static func notAFile(_ path: String) -> StreamFailure {
    StreamFailure(direction: .open, name: path, errno: noFile)
  }

  /// Never a value of `errno`.
  private static let noFile: Int32 = -1

  /// The system's description of the error.
  package var reason: String {
    errno == Self.noFile ? "it is not a regular file" : String(cString: strerror(errno))
  }
}

/// An output stream that reports write errors, unlike `print`.
package final class OutputStream: Sendable {
  private let descriptor: Int32
  private let name: String

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Opens a file for writing and truncates it. A new file is readable only by its owner.
  package convenience init(path: String) throws(StreamFailure) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: path, errno: Glibc.errno)
    }
    self.init(descriptor: descriptor, name: path)
  }

  /// Writes the whole text, without buffering.
  package func write(_ text: String) throws(StreamFailure) {
    var text = text
    let failure = text.withUTF8 { bytes -> Int32? in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if written >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        } else if Glibc.errno == EAGAIN {
          waitUntilWritable()
        } else if Glibc.errno != EINTR {
          return Glibc.errno
        }
      }
      return nil
    }
    if let failure {
      throw StreamFailure(direction: .write, name: name, errno: failure)
    }
  }

  private func waitUntilWritable() {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&descriptors, 1, -1)
  }
}
