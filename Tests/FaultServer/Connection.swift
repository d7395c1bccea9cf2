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
      core.note { $0.requests.append(request) }
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
    core.note { $0.bytesSent += sent }
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
    core.note { $0.departures += 1 }
  }
}

/// Reads requests from a connection, one after another.
struct RequestReader {
  private let socket: Socket
  private var pending: [UInt8] = []
  /// Whether the received bytes are not HTTP.
  private(set) var isPuzzled = false

  init(_ socket: Socket) { self.socket = socket }

  /// Returns the next request; `nil` if the client has finished or doesn't speak HTTP.
  mutating func next() -> FaultServer.Request? {
    let blank = Array("\r\n\r\n".utf8)
    var head: [UInt8]?
    while head == nil {
      if let end = pending.firstRange(of: blank) {
        head = Array(pending[..<end.lowerBound])
        pending.removeSubrange(..<end.upperBound)
      } else {
        guard receive() else { return nil }
        isPuzzled = pending.first.map { !(0x41...0x5A).contains($0) } ?? false
        if isPuzzled { return nil }
      }
    }
    var lines = String(decoding: head ?? [], as: UTF8.self).split(separator: "\r\n")[...]
    let first = lines.popFirst()?.split(separator: " ") ?? []
    guard first.count == 3 else { return nil }
    let headers = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
      return (name: String(parts[0]), value: String(value))
    }
    let told = headers.first { $0.name.lowercased() == "content-length" }?.value
    let length = told.flatMap { Int($0) } ?? 0
    while pending.count < length {
      if !receive() { return nil }
    }
    let body = Array(pending.prefix(length))
    pending.removeFirst(body.count)
    return FaultServer.Request(
      method: String(first[0]), target: String(first[1]), headers: headers, body: body)
  }

  private mutating func receive() -> Bool {
    let bytes = socket.receive()
    pending += bytes
    return !bytes.isEmpty
  }
}
