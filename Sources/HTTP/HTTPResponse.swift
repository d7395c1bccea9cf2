/// A server's complete response. Its body has at most 1 MiB.
package struct HTTPResponse: Sendable {
  package let status: Int
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]
  /// The URL that the response came from, after any redirects.
  package let url: String

  package init(
    status: Int, headers: [(name: String, value: String)], body: [UInt8], url: String
  ) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
  }

  /// Returns the value of the first header with this name, compared case-insensitively; `nil` if
  /// there is none.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
