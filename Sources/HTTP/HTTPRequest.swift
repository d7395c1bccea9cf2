import Secrets

/// One question to a server.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether asking twice is the same as asking once, so that a lost answer may be asked for again.
    package var isRead: Bool { self == .get }
  }

  /// Who asks. It goes to the URL's own host alone, whatever redirects say.
  package enum Authorization: Sendable {
    case bearer(Secret)
    case basic(username: String, password: Secret)
  }

  package var method: Method
  /// Absolute; what stands in it is escaped already.
  package var url: String
  package var headers: [(name: String, value: String)]
  package var authorization: Authorization?
  /// What is sent; nil for nothing. Bytes with a password in them are secret as a whole.
  package var body: Secret?
  /// False where the answer's status and headers say all: its body is not waited for then, however long it
  /// is, and comes empty.
  package var readsBody: Bool

  package init(
    _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
    authorization: Authorization? = nil, body: Secret? = nil, readsBody: Bool = true
  ) {
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.authorization, self.body, self.readsBody) = (authorization, body, readsBody)
  }
}

/// A server's whole answer, of 1 MiB at the most.
package struct HTTPResponse: Sendable {
  package let status: Int
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// Where the answer came from, after redirects.
  package let url: String
  /// How long the server asks to wait; `nil` if it doesn't, or not in a way that makes sense.
  package let retryAfter: Duration?

  package init(
    status: Int, headers: [(name: String, value: String)], body: [UInt8], url: String,
    retryAfter: Duration? = nil
  ) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
    self.retryAfter = retryAfter
  }

  /// The first header of this name, without regard to case; nil for none.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why there is no answer.
package struct HTTPFailure: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// No such host, nobody listens, no way there, or the connection broke off.
    case unreachable
    case timedOut
    case badCertificate
    /// Bytes that are no answer, or one that is cut short.
    case malformed
    /// Headers or a body over their limits.
    case tooLarge
    /// A redirect to another host, or one after the other.
    case redirected
    /// 429 or 503, with a longer wait than there is time for.
    case rateLimited
    /// libcurl is not installed, or too old.
    case noLibrary
  }

  package let reason: Reason
  /// Whether the server can have taken the request in. False only where that is certain.
  package let mayHaveArrived: Bool
  /// What happened, for whoever runs the program; it holds no secret.
  package let detail: String

  package init(_ reason: Reason, mayHaveArrived: Bool, detail: String) {
    (self.reason, self.mayHaveArrived, self.detail) = (reason, mayHaveArrived, detail)
  }
}

/// The way to servers. One call is one question, however many tries it takes.
package protocol HTTPExchange: Sendable {
  /// Sends a request and waits for the whole answer, of whatever status. It throws `HTTPFailure`, or
  /// `CancellationError` when its task is cancelled. Reads are tried again, within the time there is, and
  /// their redirects followed within the URL's own scheme, host and port; whatever else is asked is asked
  /// once, and a redirect is its answer.
  ///
  /// - Parameter timeout: the longest that all of it may take, by the wall.
  func send(_ request: HTTPRequest, within timeout: Duration) async throws -> HTTPResponse
}
