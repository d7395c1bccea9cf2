import Synchronization

/// A connection that reads requests and plays the responses until either side closes it.
struct Connection {
  private let socket: Socket
  private let core: FaultServer.Core

  init(_ socket: Socket, _ core: FaultServer.Core) {
    (self.socket, self.core) = (socket, core)
  }

  func serve() {
    defer { core.close(socket) }
    var reader = RequestReader(socket)
    while let request = reader.next() {
      core.log.withLock { $0.requests.append(request) }
      guard play(core.answer(request)) else { return }
    }
    // Most servers respond to something other than HTTP, such as TLS, before they close the
    // connection.
    if reader.isPuzzled { _ = send(reply(400, [], [])) }
  }

  /// - Returns: whether the connection can be used for another request.
  private func play(_ play: FaultServer.Play) -> Bool {
    switch play {
    case .reply(let status, let headers, let body):
      return send(reply(status, headers, body))
    case .bytes(let bytes):
      _ = send(bytes)
      // Unread bytes would turn the end of the stream into a reset.
      socket.endSending()
      waitForDeparture()
      return false
    case .silence:
      waitForDeparture()
      return false
    case .drip(let bytes, let milliseconds):
      drip(bytes, milliseconds)
      return false
    case .reset:
      socket.resetWhenClosed()
      return false
    case .flood(let beginning, let piece, let times):
      flood(beginning, piece, times)
      return false
    case .tunnel(let port):
      tunnel(to: port)
      return false
    }
  }

  private func reply(_ status: Int, _ headers: [(String, String)], _ body: [UInt8]) -> [UInt8] {
    var head = "HTTP/1.1 \(status) So it is\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    // These have no body (RFC 9110).
    if status != 204 && status != 304 { head += "Content-Length: \(body.count)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    let sent = socket.send(bytes)
    core.log.withLock { $0.bytesSent += sent }
    if sent < bytes.count { noteDeparture() }
    return sent == bytes.count
  }

  private func drip(_ bytes: [UInt8], _ milliseconds: Int32) {
    for byte in bytes {
      guard send([byte]) else { return }
      if socket.isLeft(within: milliseconds) { return noteDeparture() }
    }
    waitForDeparture()
  }

  private func flood(_ beginning: [UInt8], _ piece: [UInt8], _ times: Int) {
    guard send(beginning) else { return }
    let pieces = 64
    let block = Array(repeatElement(piece, count: pieces).joined())
    for _ in 0..<times / pieces where !send(block) { return }
    socket.endSending()
    waitForDeparture()
  }

  private func tunnel(to port: UInt16) {
    guard let other = Socket(connectingTo: port) else {
      _ = send(reply(502, [], []))
      return
    }
    guard send(Array("HTTP/1.1 200 Connected\r\n\r\n".utf8)) else { return other.close() }
    Socket.relay(socket, other)
    other.close()
  }

  private func waitForDeparture() {
    socket.waitForEnd()
    noteDeparture()
  }

  private func noteDeparture() {
    core.log.withLock { $0.departures += 1 }
  }
}
