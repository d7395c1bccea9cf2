import Glibc

/// Input or output that failed.
package struct StreamFailure: Error, Equatable, Sendable {
  package enum Direction: String, Sendable {
    case read, write, open
  }

  package let direction: Direction
  /// What it is called to the user, such as "stdin".
  package let name: String
  /// The system's number for it.
  package let errno: Int32

  package init(direction: Direction, name: String, errno: Int32) {
    self.direction = direction
    self.name = name
    self.errno = errno
  }

  /// A path that leads to something other than a file, such as a named pipe, a device or a folder.
  package static func notAFile(_ path: String) -> StreamFailure {
    StreamFailure(direction: .open, name: path, errno: noFile)
  }

  /// Not a number of the system's.
  private static let noFile: Int32 = -1

  /// The system's words for the number.
  package var reason: String {
    errno == Self.noFile ? "it is not a regular file" : String(cString: strerror(errno))
  }
}

/// Output that says when it fails, unlike `print`.
package final class OutputStream: Sendable {
  private let descriptor: Int32
  private let name: String

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Opens a file for writing from its beginning; what it makes only its owner can read.
  package convenience init(path: String) throws(StreamFailure) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: path, errno: Glibc.errno)
    }
    self.init(descriptor: descriptor, name: path)
  }

  /// Writes all of it before it returns.
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
