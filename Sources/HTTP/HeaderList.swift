import CCurl
import Secrets

/// A request's headers in libcurl's list format. libcurl does not copy the list, so each line stays
/// in locked memory for the lifetime of this object.
final class HeaderList: @unchecked Sendable {
  private let lines: [Secret]
  private let nodes: UnsafeMutableBufferPointer<curl_slist>

  /// Throws `HTTPFailure` if a header or the credentials contain characters that a header can't.
  init(_ request: HTTPRequest) throws(HTTPFailure) {
    // A line without a value makes libcurl omit a header that it would otherwise add.
    var lines = ["Expect:", "User-Agent: signup-bot/0.1.0"].map { Secret($0 + "\0") }
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      lines.append(Secret("Content-Type:\0"))
    }
    for header in request.headers { lines.append(try Self.line(header.name, header.value)) }
    if let authorization = request.authorization {
      lines.append(try Self.line(authorization))
    }
    self.lines = lines
    nodes = .allocate(capacity: lines.count)
    for (index, line) in lines.enumerated() {
      nodes.initializeElement(
        at: index,
        to: curl_slist(
          data: line.unsafeAddress.assumingMemoryBound(to: CChar.self),
          next: index + 1 < lines.count ? nodes.baseAddress! + index + 1 : nil))
    }
  }

  deinit { nodes.deallocate() }

  /// The head of the list. It is valid for the lifetime of this object.
  var first: UnsafeMutablePointer<curl_slist>? { nodes.baseAddress }

  private static func line(_ name: String, _ value: String) throws(HTTPFailure) -> Secret {
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw .local(.malformed, "the header \(name) contains control characters")
    }
    // libcurl's syntax for a header with an empty value (CURLOPT_HTTPHEADER).
    return Secret(value.isEmpty ? "\(name);\0" : "\(name): \(value)\0")
  }

  private static func line(
    _ authorization: HTTPRequest.Authorization
  ) throws(HTTPFailure) -> Secret {
    let line = SecretBuffer()
    let isGood: Bool
    switch authorization {
    case .bearer(let token):
      line.append("Authorization: Bearer ")
      isGood = token.withBytes { bytes in
        line.append(bytes)
        return !bytes.isEmpty && bytes.allSatisfy { (0x21...0x7E).contains($0) }
      }
    case .basic(let username, let password):
      line.append("Authorization: Basic ")
      let pair = SecretBuffer()
      pair.append(username + ":")
      password.withBytes { pair.append($0) }
      pair.withBytes { line.appendBase64($0) }
      // Basic authentication can't express a name with a colon (RFC 7617, 2).
      isGood = !username.contains(":")
    }
    guard isGood else {
      throw .local(
        .malformed, "the credentials contain characters that are not allowed in a header")
    }
    line.append("\0")
    return line.secret()
  }
}
