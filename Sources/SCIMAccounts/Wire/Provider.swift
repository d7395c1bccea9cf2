import HTTP
import Runtime
import Secrets
import Text

/// The provider's endpoints (RFC 7644, 3.2). Requests throw `NoAnswer` without a response, or
/// `CancellationError`.
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
  ///   - secret: the password that stands in the body; `nil` if there is none.
  ///   - version: the account's entity tag; only this version is replaced (RFC 7644, 3.14). `nil`
  ///     for any version.
  func put(
    _ id: String, _ body: Secret, with secret: Secret? = nil, ifMatch version: String?,
    _ time: TimeLeft
  ) async throws -> HTTPResponse {
    try await send(
      .put, Self.path(of: id), quoting: id, body: body, secrets: secret.map { [$0] } ?? [],
      ifMatch: version, time)
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
    do {
      let rest = time.duration
      guard rest > .zero else {
        throw HTTPFailure(
          .timedOut, mayHaveArrived: false, detail: "no time was left for a request")
      }
      return try await exchange.send(request, within: rest)
    } catch let failure as HTTPFailure {
      throw NoAnswer(failure)
    }
  }
}
