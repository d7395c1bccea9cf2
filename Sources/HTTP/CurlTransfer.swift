import CCurl
import Glibc
import Secrets
import Synchronization

/// One request in progress and the part of its response received so far.
///
/// The conformance is unchecked: `reply` and `isGivenUp` may be used from any thread, and
/// everything else belongs to the loop's thread.
final class CurlTransfer: @unchecked Sendable {
  let reply = Reply()
  private let isAbandoned = Atomic(false)

  let request: HTTPRequest
  let address: WebAddress
  private let headers: HeaderList
  private let settings: CurlSettings
  private let trace: Trace

  private var easy: UnsafeMutableRawPointer?
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  /// The number of bytes of the body that have been passed to libcurl.
  private var uploaded = 0
  private(set) var answer = AnswerReader()
  /// The connection's file descriptor; -1 before there is a connection.
  private var connection: CInt = -1
  /// The number of bytes that the connection had received before this request.
  private var receivedBefore: UInt64 = 0
  /// Whether any part of the request may have been sent.
  private(set) var hasLeft = false

  init(
    _ request: HTTPRequest, to address: WebAddress, headers: HeaderList, _ settings: CurlSettings,
    _ trace: Trace
  ) {
    (self.request, self.address, self.headers) = (request, address, headers)
    (self.settings, self.trace) = (settings, trace)
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    answer.readsBody = request.readsBody
  }

  deinit { words.deallocate() }

  var isGivenUp: Bool {
    get { isAbandoned.load(ordering: .acquiring) }
    set { isAbandoned.store(newValue, ordering: .releasing) }
  }
}

// MARK: - The request

extension CurlTransfer {
  /// Creates the easy handle. `end` frees it.
  func begin() throws(HTTPFailure) -> UnsafeMutableRawPointer {
    guard let easy = ccurl_easy_init() else {
      throw .local(.unreachable, "libcurl is out of memory")
    }
    self.easy = easy
    do throws(HTTPFailure) {
      try setOptions()
    } catch {
      ccurl_easy_cleanup(easy)
      throw error
    }
    return easy
  }

  private func setOptions() throws(HTTPFailure) {
    try set(CURLOPT_NOSIGNAL, 1)
    // With HTTP/2, headers would be copied into another library's memory, which is never wiped.
    try set(CURLOPT_HTTP_VERSION, Int64(CURL_HTTP_VERSION_1_1))
    try set(CURLOPT_SSLVERSION, Int64(CURL_SSLVERSION_TLSv1_2))
    try set(CURLOPT_URL, address.text)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_NETRC, Int64(CURL_NETRC_IGNORED.rawValue))
    try set(CURLOPT_PROXY, settings.proxy(for: address.scheme))
    try set(CURLOPT_NOPROXY, settings.proxyExceptions)
    // A proxy learns the destination and nothing else.
    try set(CURLOPT_HTTPPROXYTUNNEL, 1)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    try set(CURLOPT_HEADEROPT, Int64(CURLHEADER_SEPARATE))
    try set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
    try set(CURLOPT_MAXAGE_CONN, settings.idleTimeout.components.seconds)
    // A pending name lookup must not delay the end of a transfer.
    try set(CURLOPT_QUICK_EXIT, 1)
    // libcurl resends a request on a new connection if a reused one turns out to be closed. Only
    // reads may be sent twice, so any other request gets a connection of its own.
    try set(CURLOPT_FRESH_CONNECT, request.method.isRead ? 0 : 1)
    try set(CURLOPT_FORBID_REUSE, request.method.isRead ? 0 : 1)
    if request.readsBody { try set(CURLOPT_MAXFILESIZE_LARGE, Int64(AnswerReader.bodyLimit)) }
    if request.method != .get { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
    if let body = request.body {
      try set(CURLOPT_POST, 1)
      try set(CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
    }
    if let certificates = settings.certificates {
      let (used, unused) =
        isFolder(certificates)
        ? (CURLOPT_CAPATH, CURLOPT_CAINFO) : (CURLOPT_CAINFO, CURLOPT_CAPATH)
      _ = ccurl_set_pointer(easy, unused, nil)
      try set(used, certificates)
    }
    try check(ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, headers.first), CURLOPT_HTTPHEADER)
    try check(ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words), CURLOPT_ERRORBUFFER)
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(ccurl_set_callbacks(easy, callbacks, context), CURLOPT_PREREQFUNCTION)
  }

  private func set(_ option: CURLoption, _ number: Int64) throws(HTTPFailure) {
    try check(ccurl_set_number(easy, option, number), option)
  }

  private func set(_ option: CURLoption, _ text: String) throws(HTTPFailure) {
    try check(ccurl_set_pointer(easy, option, text), option)
  }

  private func check(_ code: CURLcode, _ option: CURLoption) throws(HTTPFailure) {
    guard code != CURLE_OK else { return }
    throw .local(.unreachable, "libcurl does not support its option \(option.rawValue)")
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

// MARK: - Callbacks

/// Each callback receives the transfer as its context.
private let callbacks = ccurl_callbacks(
  header: { bytes, _, count, context in
    transfer(context).header(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  },
  body: { bytes, _, count, context in
    transfer(context).body(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  },
  upload: { memory, size, count, context in
    transfer(context).upload(
      into: UnsafeMutableRawBufferPointer(start: memory, count: size * count))
  },
  request_starts: { context, _, _, otherPort, ownPort in
    transfer(context).requestStarts(from: ownPort, to: otherPort)
      ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  },
  progress: { context, _, _, _, _ in transfer(context).goesOn() ? 0 : 1 })

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
  Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
}

extension CurlTransfer {
  fileprivate func header(_ line: UnsafeRawBufferPointer) -> Bool {
    answer.take(header: line, status: number(CURLINFO_RESPONSE_CODE))
  }

  fileprivate func body(_ bytes: UnsafeRawBufferPointer) -> Bool { answer.take(body: bytes) }

  /// Copies the next part of the request's body into `memory`. Returns its size in bytes.
  fileprivate func upload(into memory: UnsafeMutableRawBufferPointer) -> Int {
    guard let body = request.body else { return 0 }
    return body.withBytes { bytes in
      let piece = bytes[uploaded...].prefix(memory.count)
      memory.copyBytes(from: piece)
      uploaded += piece.count
      return piece.count
    }
  }

  /// Called when the connection is established and before any of the request is sent.
  fileprivate func requestStarts(from ownPort: CInt, to otherPort: CInt) -> Bool {
    // Only a read may be sent twice.
    guard !hasLeft || request.method.isRead else { return false }
    hasLeft = true
    trace.leaves()
    connection = ccurl_descriptor(ownPort, otherPort)
    receivedBefore = ccurl_bytes_received(connection)
    (answer, uploaded) = (AnswerReader(), 0)
    answer.readsBody = request.readsBody
    return true
  }

  fileprivate func goesOn() -> Bool {
    if isGivenUp { return false }
    return !answer.isInBody || answer.fits(wire: ccurl_bytes_received(connection) &- receivedBefore)
  }
}

// MARK: - The end

extension CurlTransfer {
  /// Settles the reply and frees the easy handle, which must no longer be part of a multi handle.
  func end(_ code: CURLcode) {
    let result = result(code)
    // This comes first, so that libcurl's copies of secrets are wiped before the caller continues.
    ccurl_easy_cleanup(easy)
    easy = nil
    reply.settle(result.mapError { $0 })
  }

  private func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
    if let excess = answer.excess {
      return .failure(
        HTTPFailure(.tooLarge, mayHaveArrived: true, detail: "\(address.origin) sent \(excess)"))
    }
    // If the body is not read, the response ends with its headers, which libcurl reports as an
    // error.
    if code == CURLE_OK || answer.hasHead && !request.readsBody {
      return answer.response(from: address).map { .success($0) }
        ?? .failure(answer.malformed(from: address))
    }
    return .failure(failure(code))
  }

  /// Returns a number that libcurl reports about the transfer; 0 if there is none.
  func number(_ info: CURLINFO) -> Int { ccurl_get_number(easy, info) }

  /// libcurl's error message. Messages about a proxy quote its password.
  var message: String { String(cString: words) }
}

extension Duration {
  fileprivate var milliseconds: Int64 { Swift.max(Int64(self / .milliseconds(1)), 1) }
}
