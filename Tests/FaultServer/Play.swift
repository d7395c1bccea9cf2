extension FaultServer {
  /// The reaction to a request.
  package enum Play: Sendable {
    /// A complete response. The connection stays open for the next request.
    case reply(status: Int, headers: [(String, String)], body: [UInt8])
    /// Exactly these bytes, followed by the end of the stream.
    case bytes([UInt8])
    /// No bytes until the client closes the connection.
    case silence
    /// One byte at a time with a pause after each; no bytes after the last one.
    case drip([UInt8], milliseconds: Int32)
    /// The connection is reset.
    case reset
    /// A beginning, then a piece repeated `times` times or until the client closes the connection.
    case flood(beginning: [UInt8], piece: [UInt8], times: Int)
    /// A proxy's reaction to CONNECT: accepts it, and relays bytes to and from the port.
    case tunnel(port: UInt16)
  }
}

extension FaultServer.Play: CustomStringConvertible {
  package var description: String {
    switch self {
    case .reply(let status, let headers, let body):
      "reply(\(status), \(headers), \(body.count) bytes)"
    case .bytes(let bytes): "bytes(\(String(decoding: bytes, as: UTF8.self).debugDescription))"
    case .silence: "silence"
    case .drip(let bytes, let pause): "drip(\(bytes.count) bytes, \(pause) ms)"
    case .reset: "reset"
    case .flood(let beginning, _, let times):
      "flood(\(String(decoding: beginning, as: UTF8.self).debugDescription), \(times) times)"
    case .tunnel: "tunnel"
    }
  }
}

extension FaultServer.Play {
  package static func status(
    _ status: Int, _ headers: [(String, String)] = [], _ body: String = ""
  ) -> Self {
    .reply(status: status, headers: headers, body: Array(body.utf8))
  }

  package static func json(
    _ status: Int, _ body: String, _ headers: [(String, String)] = [],
    type: String = "application/json"
  ) -> Self {
    .status(status, headers + [("Content-Type", type)], body)
  }

  package static func html(
    _ status: Int, _ body: String, _ headers: [(String, String)] = []
  ) -> Self {
    .status(status, headers + [("Content-Type", "text/html")], body)
  }

  package static func redirect(_ status: Int = 301, to location: String) -> Self {
    .status(status, [("Location", location)])
  }

  /// A 429 or 503 status that asks the client to wait; `nil` omits the duration.
  package static func busy(
    _ status: Int, retryAfter: String?, _ headers: [(String, String)] = []
  ) -> Self {
    .status(status, headers + (retryAfter.map { [("Retry-After", $0)] } ?? []), "busy")
  }

  /// Ends the stream without a response: the request was received, and the reply is lost.
  package static let noReply = Self.bytes([])

  package static let garbage = text("ICANHAZ 200 cheezburger\r\n\r\nwat")

  /// Ends after four of a thousand bytes.
  package static let shortBody = text(
    "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nwhat")

  /// Ends in the middle of a chunk.
  package static let shortChunk = text(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nwhat")

  /// Ends in the middle of the headers.
  package static let shortHead = text("HTTP/1.1 200 OK\r\nContent-Le")

  /// 200 MB of headers of one kilobyte each.
  package static let headerFlood = flood(ok, "X-Flood: \(x(1000))\r\n")

  /// A single header of 200 MB.
  package static let longHeader = flood(ok + "X-Flood: ", x(1000))

  /// A status line of 200 MB.
  package static let longStatusLine = flood("HTTP/1.1 200 ", x(1000))

  /// 200 MB of interim responses.
  package static let preliminaryFlood = flood("", "HTTP/1.1 103 Early\r\nX: \(x(970))\r\n\r\n")

  /// A chunk extension of 200 MB.
  package static let longChunkLine = flood(chunked + "1;", x(1000))

  /// 200 MB of trailers.
  package static let trailerFlood = flood(chunked + "0\r\n", "X-Flood: \(x(989))\r\n")

  /// A body of 200 MB with a declared length.
  package static let hugeBody = flood(ok + "Content-Length: 200000000\r\n\r\n", x(1000))

  /// A body of 200 MB in chunks, without a declared length.
  package static let endlessBody = flood(chunked, "3e8\r\n\(x(1000))\r\n")

  private static let ok = "HTTP/1.1 200 OK\r\n"
  private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// Floods the client with 200,000 pieces of about a kilobyte.
  private static func flood(_ beginning: String, _ piece: String) -> Self {
    .flood(beginning: Array(beginning.utf8), piece: Array(piece.utf8), times: 200_000)
  }

  /// The response of a network that requires a log-in first.
  package static let captivePortal = html(
    200, "<html><title>Welcome to Hotel Wi-Fi</title>", [("Server", "nginx")])

  /// The response of a proxy for a host that it blocks.
  package static let proxyNotFound = html(
    404, "<html><title>The requested URL could not be retrieved</title>",
    [("Server", "squid/5.7"), ("Via", "1.1 proxy (squid/5.7)")])

  private static func text(_ text: String) -> Self { .bytes(Array(text.utf8)) }
}
