import CCurl

/// An answer as libcurl hands it over, piece by piece, within its limits.
struct AnswerReader {
  /// Bytes of a body.
  static let bodyLimit = 1 << 20
  /// Bytes of all headers: preliminary answers' and trailers too.
  private static let headerLimit = 64 << 10
  /// Bytes on the wire: a body of 1 MiB in small chunks. What libcurl passes over has no other limit.
  private static let wireLimit = 4 << 20

  /// Whether the body is wanted. Otherwise the answer ends with its head.
  var readsBody = true
  /// What there was too much of; `nil` if everything is within its limit.
  private(set) var excess: String?
  private(set) var hasHead = false
  private var status: Int?
  private var headers: [(name: String, value: String)] = []
  private var headerSize = 0
  private var bytes: [UInt8] = []

  var hasStatusLine: Bool { status != nil }
  var isInBody: Bool { hasHead && readsBody }

  /// Takes a header's line, with its end. Returns whether to go on.
  ///
  /// - Parameter status: the answer's, as libcurl understands it.
  mutating func take(header line: UnsafeRawBufferPointer, status: Int) -> Bool {
    headerSize += line.count
    guard headerSize <= Self.headerLimit else {
      return stop("headers of more than \(Self.headerLimit >> 10) KiB")
    }
    // What follows a body is of no use.
    if hasHead { return true }
    let text = String(decoding: line.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    if self.status == nil {
      self.status = status
    } else if !text.isEmpty {
      add(text)
    } else if (100..<200).contains(status) && status != 101 {
      // Another answer follows.
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

  /// Returns whether to go on.
  mutating func take(body piece: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count + piece.count <= Self.bodyLimit else { return stop(Self.largeBody) }
    bytes.append(contentsOf: piece)
    return true
  }

  /// Whether to go on after so many bytes on the wire.
  mutating func fits(wire count: UInt64) -> Bool {
    count <= UInt64(Self.wireLimit) || stop("more than \(Self.wireLimit >> 20) MiB for one answer")
  }

  static let largeBody = "a body of more than \(bodyLimit >> 10) KiB"

  private mutating func stop(_ excess: String) -> Bool {
    self.excess = excess
    return false
  }

  /// `nil` for what is no whole answer.
  func response(from address: WebAddress) -> HTTPResponse? {
    guard hasHead, let status, (100...599).contains(status) else { return nil }
    return HTTPResponse(
      status: status, headers: headers, body: bytes, url: address.text,
      retryAfter: RetryAfter(headers).wait)
  }

  func malformed(from address: WebAddress) -> HTTPFailure {
    let why =
      hasHead ? "answers with the status \(status ?? 0), which is none" : "ends its answer early"
    return HTTPFailure(.malformed, mayHaveArrived: true, detail: "\(address.origin) \(why)")
  }
}

/// How long an answer's headers ask to wait (RFC 9110, 10.2.3).
private struct RetryAfter {
  private let value: String?
  private let date: String?

  /// Seconds in ten years: a longer time is as good as never.
  private static let never: Int64 = 315_576_000

  init(_ headers: [(name: String, value: String)]) {
    func first(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
    (value, date) = (first("retry-after"), first("date"))
  }

  /// `nil` if the headers don't say, or make no sense. A date counts from the server's own `Date`, so that
  /// only the server's clock matters; libcurl's own figure would go by this machine's.
  var wait: Duration? {
    guard let value else { return nil }
    if !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int64(value) ?? .max, Self.never))
    }
    let (now, then) = (date.map { ccurl_date($0) } ?? -1, ccurl_date(value))
    guard now >= 0, then >= 0 else { return nil }
    return .seconds(min(max(then - now, 0), Self.never))
  }
}
