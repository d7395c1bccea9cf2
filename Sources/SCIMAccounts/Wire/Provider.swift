import Accounts
import HTTP
import Secrets

/// The provider's endpoints (RFC 7644, 3.2).
struct Provider: Sendable {
  let exchange: any HTTPExchange
  /// Up to and without `/Users`, and without a slash at its end.
  let base: String
  /// Nil for a provider that asks for none.
  let token: Secret?

  private static let media = "application/scim+json"

  /// - Parameter path: with the slash it begins with, escaped already.
  func get(_ path: String, _ time: TimeLeft) async throws -> HTTPResponse {
    try await send(.get, path, body: nil, time)
  }

  func post(_ path: String, _ body: SecretJSON, _ time: TimeLeft) async throws -> HTTPResponse {
    try await send(.post, path, body: body.written(), time)
  }

  /// - Parameters:
  ///   - body: JSON.
  ///   - version: an account's entity tag; the change is made only to that version of it (RFC 7644, 3.14). Nil
  ///     for any.
  func put(
    _ id: String, _ body: Secret, ifMatch version: String?, _ time: TimeLeft
  ) async throws -> HTTPResponse {
    try await send(.put, Self.path(of: id), body: body, ifMatch: version, time)
  }

  func patch(_ id: String, _ body: SecretJSON, _ time: TimeLeft) async throws -> HTTPResponse {
    try await send(.patch, Self.path(of: id), body: body.written(), time)
  }

  /// Removes an account.
  func delete(_ id: String, _ time: TimeLeft) async throws -> HTTPResponse {
    try await send(.delete, Self.path(of: id), body: nil, time)
  }

  /// An id is the provider's to choose; as one segment it leads nowhere else.
  static func path(of id: String) -> String { "/Users/" + percentEncoded(id) }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, body: Secret?, ifMatch version: String? = nil,
    _ time: TimeLeft
  ) async throws -> HTTPResponse {
    var headers = [(name: "Accept", value: "\(Self.media), application/json;q=0.9")]
    if body != nil { headers.append((name: "Content-Type", value: Self.media)) }
    if let version { headers.append((name: "If-Match", value: version)) }
    let request = HTTPRequest(
      method, base + path, headers: headers, authorization: token.map { .bearer($0) }, body: body)
    return try await exchange.send(request, within: time.rest())
  }
}

/// Why a question to the provider has no answer that can be used.
struct NoAnswer: Error, Equatable {
  let reason: UnknownReason
  /// For whoever runs the program; it holds no secret.
  let detail: String
  /// Whether the provider has to be fixed before it can be used for this.
  private(set) var isUnusable = false

  init(_ reason: UnknownReason, _ detail: String) {
    (self.reason, self.detail) = (reason, detail)
  }

  /// Of a provider that sends more than any listing needs.
  static func endless(_ detail: String) -> NoAnswer {
    var failure = NoAnswer(.nonsense, detail)
    failure.isUnusable = true
    return failure
  }

  init(_ failure: HTTPFailure) {
    self.init(UnknownReason(failure.reason), failure.detail)
  }

  /// - Parameter response: one whose status says that there is no answer.
  init(_ response: HTTPResponse) {
    self.init(Self.reason(response.status), "HTTP \(response.status)")
  }

  /// What a status says that answers no question of SCIM's.
  static func reason(_ status: Int) -> UnknownReason {
    if let reason = UnknownReason(status: status) { return reason }
    switch status {
    // There is no such endpoint, so that this is no SCIM provider.
    case 300..<400, 404, 405: return .notTheService
    case 408: return .timedOut
    default: return .nonsense
    }
  }
}
