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

/// SOCK_CLOEXEC, so that a child process of another test doesn't keep a connection open.
let closesOnExec = CInt(SOCK_CLOEXEC.rawValue)

func withLoopback(
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
