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
  package static let headerFlood = Self.flood(
    beginning: Array("HTTP/1.1 200 OK\r\n".utf8),
    piece: Array(("X-Flood: " + String(repeating: "x", count: 1000) + "\r\n").utf8),
    times: 200_000)

  /// A single header of 200 MB.
  package static let longHeader = Self.flood(
    beginning: Array("HTTP/1.1 200 OK\r\nX-Flood: ".utf8),
    piece: Array(repeating: UInt8(ascii: "x"), count: 1000), times: 200_000)

  /// A status line of 200 MB.
  package static let longStatusLine = Self.flood(
    beginning: Array("HTTP/1.1 200 ".utf8), piece: Array(repeating: UInt8(ascii: "x"), count: 1000),
    times: 200_000)

  /// 200 MB of interim responses.
  package static let preliminaryFlood = Self.flood(
    beginning: [],
    piece: Array(
      ("HTTP/1.1 103 Early\r\nX: " + String(repeating: "x", count: 970) + "\r\n\r\n").utf8),
    times: 200_000)

  /// A chunk extension of 200 MB.
  package static let longChunkLine = Self.flood(
    beginning: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;".utf8),
    piece: Array(repeating: UInt8(ascii: "x"), count: 1000), times: 200_000)

  /// 200 MB of trailers.
  package static let trailerFlood = Self.flood(
    beginning: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n".utf8),
    piece: Array(("X-Flood: " + String(repeating: "x", count: 989) + "\r\n").utf8),
    times: 200_000)

  /// A body of 200 MB with a declared length.
  package static let hugeBody = Self.flood(
    beginning: Array("HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n".utf8),
    piece: Array(repeating: UInt8(ascii: "x"), count: 1000), times: 200_000)

  /// A body of 200 MB in chunks, without a declared length.
  package static let endlessBody = Self.flood(
    beginning: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
    piece: Array(("3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n").utf8),
    times: 200_000)

  /// The response of a network that requires a log-in first.
  package static let captivePortal = html(
    200, "<html><title>Welcome to Hotel Wi-Fi</title>", [("Server", "nginx")])

  /// The response of a proxy for a host that it blocks.
  package static let proxyNotFound = html(
    404, "<html><title>The requested URL could not be retrieved</title>",
    [("Server", "squid/5.7"), ("Via", "1.1 proxy (squid/5.7)")])

  private static func text(_ text: String) -> Self { .bytes(Array(text.utf8)) }
}
