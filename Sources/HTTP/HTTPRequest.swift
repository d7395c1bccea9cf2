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

/// A server's complete response. Its body has at most 1 MiB.
package struct HTTPResponse: Sendable {
  package let status: Int
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// The URL that the response came from, after any redirects.
  package let url: String
  /// How long the server asks the client to wait; `nil` if it doesn't ask, or the value is invalid.
  package let retryAfter: Duration?

  package init(
    status: Int, headers: [(name: String, value: String)], body: [UInt8], url: String,
    retryAfter: Duration? = nil
  ) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
    self.retryAfter = retryAfter
  }

  /// Returns the value of the first header with this name, compared case-insensitively; `nil` if
  /// there is none.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why there is no response.
package struct HTTPFailure: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The host is unknown, can't be reached or refuses connections, or the connection broke.
    case unreachable
    case timedOut
    case badCertificate
    /// The response is not valid HTTP, or is incomplete.
    case malformed
    /// The headers or the body exceed their limits.
    case tooLarge
    /// A redirect to another origin, a redirect loop, or too many redirects.
    case redirected
    /// A server chose an address or a header that contains a secret. It was not sent.
    case holdsSecret
    /// The status is 429 or 503, and the server asks for a wait that the deadline or the limits
    /// don't allow.
    case rateLimited
    /// libcurl is not installed or is too old.
    case noLibrary
  }

  package let reason: Reason
  /// Whether the server may have received the request. `false` only if it certainly has not.
  package let mayHaveArrived: Bool
  /// What happened, for the operator. It contains no secret.
  package let detail: String

  package init(_ reason: Reason, mayHaveArrived: Bool, detail: String) {
    (self.reason, self.mayHaveArrived, self.detail) = (reason, mayHaveArrived, detail)
  }
}

/// Sends requests to servers. Each call returns one response, however many tries it takes.
package protocol HTTPExchange: Sendable {
  /// Sends a request and waits for the complete response, whatever its status.
  ///
  /// GET requests are retried before the deadline, up to a maximum number of tries, and their
  /// redirects are followed within the URL's own scheme, host and port. All other requests are sent
  /// only once, and a redirect is returned as the response.
  ///
  /// Throws `HTTPFailure`, or `CancellationError` if the task is cancelled.
  ///
  /// - Parameter timeout: the maximum duration of the whole call, including retries.
  func send(_ request: HTTPRequest, within timeout: Duration) async throws -> HTTPResponse
}
