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

  /// - Parameter errno: By default, that of the system call that just failed.
  package init(direction: Direction, name: String, errno: Int32 = Glibc.errno) {
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
