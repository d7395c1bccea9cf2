import Accounts
import HTTP
import Runtime
import Secrets
import Text

/// The provider's endpoints (RFC 7644, 3.2).
struct Provider: Sendable {
  let exchange: any HTTPExchange
  /// The URL before `/Users`, without a trailing slash.
  let base: String
  /// The bearer token; `nil` if the provider requires none.
  let token: Secret?

  private static let media = "application/scim+json"

  /// - Parameters:
  ///   - path: the path below `base`, with a leading slash and already percent-encoded.
  ///   - quoted: the part of it that the provider chose; `nil` if there is none.
  func get(
    _ path: String, quoting quoted: String? = nil, _ time: TimeLeft
  ) async throws -> HTTPResponse {
    try await send(.get, path, quoting: quoted, body: nil, time)
  }

  /// Asks for an account.
  func get(id: String, _ time: TimeLeft) async throws -> HTTPResponse {
    try await get(Self.path(of: id), quoting: id, time)
  }

  /// - Parameter secret: the password that stands in the body.
  func post(
    _ path: String, _ body: SecretJSON, with secret: Secret, _ time: TimeLeft
  ) async throws -> HTTPResponse {
    try await send(.post, path, quoting: nil, body: body.written(), secrets: [secret], time)
  }

  /// - Parameters:
  ///   - body: the account as JSON.
  ///   - version: the account's entity tag; only this version is replaced (RFC 7644, 3.14). `nil`
  ///     for any version.
  func put(
    _ id: String, _ body: Secret, ifMatch version: String?, _ time: TimeLeft
  ) async throws -> HTTPResponse {
    try await send(.put, Self.path(of: id), quoting: id, body: body, ifMatch: version, time)
  }

  func patch(_ id: String, _ body: SecretJSON, _ time: TimeLeft) async throws -> HTTPResponse {
    try await send(.patch, Self.path(of: id), quoting: id, body: body.written(), time)
  }

  /// Removes an account.
  func delete(_ id: String, _ time: TimeLeft) async throws -> HTTPResponse {
    try await send(.delete, Self.path(of: id), quoting: id, body: nil, time)
  }

  /// Returns the path of an account. The provider chooses the id; encoded as one path segment, it
  /// can't lead anywhere else.
  private static func path(of id: String) -> String { "/Users/" + percentEncoded(id) }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, quoting quoted: String?, body: Secret?,
    secrets: [Secret] = [], ifMatch version: String? = nil, _ time: TimeLeft
  ) async throws -> HTTPResponse {
    var headers = [(name: "Accept", value: "\(Self.media), application/json;q=0.9")]
    if body != nil { headers.append((name: "Content-Type", value: Self.media)) }
    if let version { headers.append((name: "If-Match", value: version)) }
    let request = HTTPRequest(
      method, base + path, headers: headers, authorization: token.map { .bearer($0) }, body: body,
      secrets: secrets, quoting: [quoted, version].compactMap(\.self))
    return try await exchange.send(request, within: time.rest())
  }
}

/// Why the provider has given no usable answer.
struct NoAnswer: Error, Equatable {
  let reason: UnknownReason
  /// An explanation for the operator. It contains no secret.
  let detail: String
  /// Whether the provider must be fixed before it can be used for this operation.
  private(set) var isUnusable = false
  /// Whether it was not asked because a secret would have been told.
  private(set) var keepsSecret = false

  init(_ reason: UnknownReason, _ detail: String) {
    (self.reason, self.detail) = (reason, detail)
  }

  /// The failure of a provider that sends more than any listing needs.
  static func endless(_ detail: String) -> NoAnswer {
    var failure = NoAnswer(.nonsense, detail)
    failure.isUnusable = true
    return failure
  }

  init(_ failure: HTTPFailure) {
    self.init(UnknownReason(failure.reason), failure.detail)
    keepsSecret = failure.reason == .holdsSecret
  }

  /// - Parameter response: a response whose status means that there is no answer.
  init(_ response: HTTPResponse) {
    self.init(Self.reason(response.status), "HTTP \(response.status)")
  }

  /// The reason to report for a status that is no answer to a SCIM request.
  static func reason(_ status: Int) -> UnknownReason {
    if let reason = UnknownReason(status: status) { return reason }
    switch status {
    // The endpoint does not exist, so this is not a SCIM provider.
    case 300..<400, 404, 405: return .notTheService
    case 408: return .timedOut
    default: return .nonsense
    }
  }
}
