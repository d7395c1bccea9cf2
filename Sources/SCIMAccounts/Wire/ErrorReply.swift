import HTTP
import Text

/// Why the provider refuses a request (RFC 7644, 3.12). Either part may be missing.
struct ErrorReply: Equatable, Sendable {
  let type: String?
  let detail: String?

  /// Reads an error from any response; its body may be anything.
  init(_ response: HTTPResponse) {
    let value = JSONValue(response.body)
    type = value?["scimType"]?.asText
    detail = value?["detail"]?.asText
  }
}
