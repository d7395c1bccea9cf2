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
