/// Collects a response from libcurl piece by piece, and enforces its size limits.
struct AnswerReader {
  /// The maximum size of a body, in bytes.
  static let bodyLimit = 1 << 20
  /// The maximum size of all headers, in bytes, including those of interim responses and trailers.
  private static let headerLimit = 64 << 10
  /// The maximum number of bytes on the wire, enough for a body of 1 MiB in small chunks. It is the
  /// only limit on data that libcurl skips.
  private static let wireLimit = 4 << 20

  /// Whether to read the body. If `false`, the response ends with its headers.
  var readsBody = true
  /// The limit that the response exceeds, in words; `nil` if it exceeds none.
  private(set) var excess: String?
  private(set) var hasHead = false
  private var status: Int?
  private var headers: [(name: String, value: String)] = []
  private var headerSize = 0
  private var bytes: [UInt8] = []

  var hasStatusLine: Bool { status != nil }
  var isInBody: Bool { hasHead && readsBody }

  /// Takes a header line, including its line ending. Returns whether to continue.
  ///
  /// - Parameter status: the response's status, as libcurl parsed it.
  mutating func take(header line: UnsafeRawBufferPointer, status: Int) -> Bool {
    headerSize += line.count
    guard headerSize <= Self.headerLimit else {
      return stop("headers of more than \(Self.headerLimit >> 10) KiB")
    }
    // Trailers are ignored.
    if hasHead { return true }
    let text = String(decoding: line.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    if self.status == nil {
      self.status = status
    } else if !text.isEmpty {
      add(text)
    } else if (100..<200).contains(status) && status != 101 {
      // An interim response; another one follows.
      (self.status, headers) = (nil, [])
    } else {
      hasHead = true
      return readsBody
    }
    return true
  }

  private mutating func add(_ line: String) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var value = line[line.index(after: colon)...].drop(while: blank)
    while let last = value.last, blank(last) { value.removeLast() }
    headers.append((name: String(line[..<colon]), value: String(value)))
  }

  /// Takes a piece of the body. Returns whether to continue.
  mutating func take(body piece: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count + piece.count <= Self.bodyLimit else { return stop(Self.largeBody) }
    bytes.append(contentsOf: piece)
    return true
  }

  /// Returns whether to continue after `count` bytes on the wire.
  mutating func fits(wire count: UInt64) -> Bool {
    count <= UInt64(Self.wireLimit) || stop("more than \(Self.wireLimit >> 20) MiB in one response")
  }

  static let largeBody = "a body of more than \(bodyLimit >> 10) KiB"

  private mutating func stop(_ excess: String) -> Bool {
    self.excess = excess
    return false
  }

  /// The complete response; `nil` if it is incomplete or its status is invalid.
  func response(from address: WebAddress) -> HTTPResponse? {
    guard hasHead, let status, (100...599).contains(status) else { return nil }
    return HTTPResponse(status: status, headers: headers, body: bytes, url: address.text)
  }

  func malformed(from address: WebAddress) -> HTTPFailure {
    let why =
      hasHead ? "sent the invalid status \(status ?? 0)" : "sent an incomplete response"
    return HTTPFailure(.malformed, mayHaveArrived: true, detail: "\(address.origin) \(why)")
  }
}
