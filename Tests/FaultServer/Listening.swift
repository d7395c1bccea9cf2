import Glibc

/// A socket bound to a loopback port that the system chose.
package final class Listening: Sendable {
  private let descriptor: CInt
  package let port: UInt16

  package struct Failure: Error {
    let errno: CInt
  }

  /// - Parameter refuses: whether to only reserve the port, so that it refuses all connections.
  init(refuses: Bool = false) throws {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | closesOnExec, 0)
    self.descriptor = descriptor
    guard descriptor >= 0, withLoopback(0, { bind(descriptor, $0, $1) }) == 0,
      refuses || listen(descriptor, 128) == 0
    else { throw Failure(errno: errno) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// The port's URL, such as `http://127.0.0.1:40123`.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Returns the next connection; `nil` after `stop`.
  func accept() -> Socket? {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return Socket(connection)
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  /// Wakes the thread that waits in `accept`.
  func stop() { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }
}
