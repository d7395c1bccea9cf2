import Glibc

/// The descriptor of a connected socket. The code that opens it must close it exactly once.
struct Socket: Equatable, Sendable {
  private let descriptor: CInt

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
    // Use a small buffer, so that the number of bytes sent is close to the number that the client
    // has read.
    setOption(SO_SNDBUF, CInt(64 * 1024))
  }

  /// Returns `nil` if the port refuses the connection.
  init?(connectingTo port: UInt16) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | closesOnExec, 0)
    guard withLoopback(port, { connect(descriptor, $0, $1) }) == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  func close() { _ = Glibc.close(descriptor) }
  /// Wakes all threads that wait on the socket.
  func shutDown() { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }
  func endSending() { _ = shutdown(descriptor, CInt(SHUT_WR)) }

  /// - Returns: the number of bytes that the system accepted; fewer than `bytes.count` if the other
  ///   side is gone.
  func send(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          descriptor, buffer.baseAddress! + sent, buffer.count - sent, CInt(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      sent += count
    }
    return sent
  }

  /// Receives bytes; empty if the other side has ended its stream or is gone.
  func receive() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
      repeat {
        count = recv(descriptor, buffer.baseAddress!, buffer.count, 0)
      } while count < 0 && errno == EINTR
      count = max(count, 0)
    }
  }

  func waitForEnd() {
    while !receive().isEmpty {}
  }

  /// Waits for the given time. Returns whether the other side closed the connection in the
  /// meantime.
  func isLeft(within milliseconds: CInt) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return false }
    return receive().isEmpty
  }

  func resetWhenClosed() {
    setOption(SO_LINGER, linger(l_onoff: 1, l_linger: 0))
  }

  /// Relays bytes in both directions until one side ends.
  static func relay(_ one: Socket, _ other: Socket) {
    var entries = [one, other].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    while poll(&entries, 2, -1) >= 0 {
      for (index, (from, to)) in [(one, other), (other, one)].enumerated()
      where entries[index].revents != 0 {
        let bytes = from.receive()
        if bytes.isEmpty || to.send(bytes) < bytes.count { return }
      }
    }
  }

  private func setOption<Value>(_ name: CInt, _ value: Value) {
    withUnsafeBytes(of: value) { bytes in
      _ = setsockopt(descriptor, SOL_SOCKET, name, bytes.baseAddress!, socklen_t(bytes.count))
    }
  }
}

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

/// SOCK_CLOEXEC, so that a child process of another test doesn't keep a connection open.
private let closesOnExec = CInt(SOCK_CLOEXEC.rawValue)

private func withLoopback(
  _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// Runs a closure on a new thread, where it may block.
func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Box(body))
  let code = pthread_create(
    &thread, nil,
    { argument in
      Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
      return nil
    }, box.toOpaque())
  precondition(code == 0, "no thread left")
  pthread_detach(thread)
}
