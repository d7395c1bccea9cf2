import Secrets

/// A request to a server.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether the request can be repeated safely if its response is lost.
    package var isRead: Bool { self == .get }
  }

  /// The caller's credentials. They are sent only to the URL's own origin, even after a redirect.
  package enum Authorization: Sendable {
    case bearer(Secret)
    case basic(username: String, password: Secret)
  }

  package var method: Method
  /// An absolute URL, already percent-encoded.
  package var url: String
  package var headers: [(name: String, value: String)]
  package var authorization: Authorization?
  /// The body; `nil` if there is none. A body that contains a password is secret as a whole.
  package var body: Secret?
  /// The secrets that the body contains. As long as they exist, this exchange keeps them and the
  /// authorization's secrets out of everything a server chooses: redirects and `quoted`.
  package var secrets: [Secret]
  /// The parts of the URL and the headers that a server chose, such as an id.
  package var quoted: [String]
  /// Whether to read the response's body. If `false`, the exchange does not wait for the body, and
  /// the response's `body` is empty.
  package var readsBody: Bool

  package init(
    _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
    authorization: Authorization? = nil, body: Secret? = nil, secrets: [Secret] = [],
    quoting quoted: [String] = [], readsBody: Bool = true
  ) {
    (self.secrets, self.quoted) = (secrets, quoted)
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.authorization, self.body, self.readsBody) = (authorization, body, readsBody)
  }
}
