import Accounts
import Foundation
import HTTP
import Secrets
import Synchronization
import Text

@testable import SCIMAccounts

/// An in-memory SCIM provider with the faults of real ones.
final class FakeProvider: HTTPExchange {
  struct Quirks: Sendable {
    var ignoresFilter = false
    var refusesFilter = false
    /// Whether a filter with `or` is refused.
    var refusesOr = false
    /// The maximum number of accounts per page.
    var pageSize = 1000
    var ignoresPaging = false
    /// The total to report instead of the real one; `nil` for the real one.
    var total: Int?
    var second = Second.refused
    var keepsExternalID = true
    var showsMade = true
    /// Whether searches find no accounts, as if they lagged behind.
    var hides = false
    var passwords = Passwords.exact
    var changes = Changes()
    var config: String? = #"{"filter":{"supported":true},"authenticationSchemes":[]}"#
  }

  /// The result of creating a second account with the same name.
  enum Second { case refused, made, changesFirst }

  enum Passwords { case exact, caseless, passedOver, refused }

  struct User: Sendable {
    var id: String
    var name: String
    var password = ""
    var externalID: String?
    var created = "2026-01-01T00:00:00Z"
    var modified = "2026-01-01T00:00:00Z"
    var active: Bool? = true
    /// Further members of the account's JSON object, each followed by a comma.
    var extra = ""
    var version = 1
  }

  /// Returns a response to replace the provider's own; `nil` for no fault.
  typealias Fault = @Sendable (HTTPRequest) async throws -> HTTPResponse?

  struct State: Sendable {
    var users: [User] = []
    var requests: [String] = []
    var bodies: [Secret] = []
    var nextID = 1
  }

  let state: Mutex<State>
  let quirks: Quirks
  /// A fault before the provider processes a request.
  let before: Fault
  /// A fault after the provider has processed a request, and before it responds.
  let after: Fault

  init(
    _ names: [String] = [], quirks: Quirks = Quirks(), before: @escaping Fault = { _ in nil },
    after: @escaping Fault = { _ in nil }
  ) {
    let users = names.map { User(id: "old-\($0)", name: $0, password: "xqzv-kjwp-fmgh-ty9A") }
    state = Mutex(State(users: users))
    (self.quirks, self.before, self.after) = (quirks, before, after)
  }

  static let base = "https://scim.test/v2"
  static let token = "a-test-token"

  var users: [User] { state.withLock { $0.users } }
  /// Methods and targets, in order.
  var requests: [String] { state.withLock { $0.requests } }
  var bodies: [Secret] { state.withLock { $0.bodies } }

  func add(_ user: User) { state.withLock { $0.users.append(user) } }

  func send(_ request: HTTPRequest, within timeout: Duration) async throws -> HTTPResponse {
    try Task.checkCancellation()
    state.withLock { state in
      state.requests.append("\(request.method.rawValue) \(request.url.dropFirst(Self.base.count))")
      if let body = request.body { state.bodies.append(body) }
    }
    if let response = try await before(request) { return response }
    let response = answer(request)
    return try await after(request) ?? response
  }

  /// The provider's own response, without faults.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard case .bearer(let token) = request.authorization, token.isEqual(to: Self.token) else {
      return .json(401, #"{"status":"401"}"#)
    }
    let path = request.url.dropFirst(Self.base.count).prefix { $0 != "?" }
    let id = path.dropFirst("/Users/".count).removingPercentEncoding ?? ""
    switch (request.method, path) {
    case (.get, "/ServiceProviderConfig"):
      return quirks.config.map { .json(200, $0) } ?? .json(404, "{}")
    case (.get, "/Users"):
      return find(Query(request.url))
    case (.get, let path) where path.hasPrefix("/Users/"): return shown(id)
    case (.post, "/Users/.search"): return search(request.body)
    case (.post, "/Users"): return make(request.body)
    case (_, let path) where path.hasPrefix("/Users/"): return change(id, request)
    default: return .json(404, "{}")
    }
  }

  private func find(_ query: Query) -> HTTPResponse {
    if quirks.refusesFilter && query["filter"] != nil {
      return .json(400, #"{"scimType":"invalidFilter"}"#)
    }
    if query["sortBy"] != nil && !quirks.changes.sorts { return .json(501, "{}") }
    let users = sorted(users, by: query["sortBy"], query["sortOrder"])
    let (start, count) = (Int(query["startIndex"] ?? ""), Int(query["count"] ?? ""))
    guard let filter = query["filter"], !quirks.ignoresFilter else {
      return list(users, from: start, count)
    }
    if let parts = Filter.parts(filter) {
      if quirks.refusesOr && parts.count > 1 { return .json(400, #"{"scimType":"invalidFilter"}"#) }
      let found = users.filter { user in
        parts.contains {
          user.texts(at: $0.path).contains { $0.lowercased().contains(parts[0].text) }
        }
      }
      return list(found, from: start, count)
    }
    guard let filter = Filter(filter), filter.password == nil else {
      return .json(400, #"{"scimType":"invalidFilter","detail":"no filter"}"#)
    }
    if quirks.hides { return list([], from: 1, nil) }
    return list(users.filter { $0.name.lowercased() == filter.name.lowercased() }, from: 1, nil)
  }

  private func search(_ body: Secret?) -> HTTPResponse {
    guard quirks.passwords != .refused, let value = body?.json,
      let filter = value["filter"]?.asText.flatMap(Filter.init), let password = filter.password
    else { return .json(400, #"{"scimType":"invalidFilter"}"#) }
    let found = users.filter { user in
      user.name.lowercased() == filter.name.lowercased()
        && (user.password == password || quirks.passwords == .passedOver
          || quirks.passwords == .caseless && user.password.lowercased() == password.lowercased())
    }
    return list(found, from: 1, nil)
  }

  func list(_ users: [User], from start: Int?, _ count: Int?) -> HTTPResponse {
    let (start, count) = (start ?? 1, min(count ?? quirks.pageSize, quirks.pageSize))
    let page = quirks.ignoresPaging ? users[...] : users.dropFirst(start - 1).prefix(count)
    let total = quirks.total ?? users.count
    let resources = page.map(json).joined(separator: ",")
    return .json(
      200,
      #"{"schemas":["\#(SchemaURN.listResponse)"],"totalResults":\#(total),"#
        + #""Resources":[\#(resources)]}"#)
  }

  private func make(_ body: Secret?) -> HTTPResponse {
    guard let value = body?.json, let name = value["userName"]?.asText,
      let password = value["password"]?.asText
    else { return .json(400, #"{"scimType":"invalidSyntax"}"#) }
    return state.withLock { state in
      let externalID = quirks.keepsExternalID ? value["externalId"]?.asText : nil
      if let place = state.users.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
        switch quirks.second {
        case .refused: return .json(409, "")
        case .changesFirst:
          state.users[place].password = password
          state.users[place].externalID = externalID
          state.users[place].modified = "2026-11-21T10:00:00Z"
          return .json(201, json(state.users[place]))
        case .made: break
        }
      }
      let now = "2026-11-21T10:00:00.\(state.nextID + 100)Z"
      let user = User(
        id: "\(state.nextID)", name: name, password: password, externalID: externalID, created: now,
        modified: now, extra: Self.extra(value))
      state.nextID += 1
      state.users.append(user)
      return .json(201, quirks.showsMade ? json(user) : "")
    }
  }

  /// The members of an account that the provider only stores.
  static func extra(_ account: JSONValue) -> String {
    guard case .object(let members) = account else { return "" }
    let own = ["schemas", "id", "username", "password", "active", "externalid", "meta"]
    return members.filter { !own.contains($0.key.lowercased()) }
      .map { "\(quoted($0.key)):\($0.value)," }.joined()
  }

  func json(_ user: User) -> String {
    let active = user.active.map { #""active":\#($0),"# } ?? ""
    let externalID = user.externalID.map { #""externalId":\#(Self.quoted($0)),"# } ?? ""
    return """
      {"schemas":["\(SchemaURN.user)"],"id":"\(user.id)",\(externalID)"userName":\(Self.quoted(user.name)),\
      \(active)\(user.extra)"meta":{"created":"\(user.created)","lastModified":"\(user.modified)",\
      "location":"\(Self.base)/Users/\(user.id)"}}
      """
  }

  private static func quoted(_ text: String) -> String { JSONValue.text(text).description }
}

extension FakeProvider.User {
  /// The texts of an attribute, in each element of a list.
  fileprivate func texts(at path: String) -> [String] {
    if path == "userName" { return [name] }
    let account = JSONValue(Array("{\(extra)\"id\":\"\"}".utf8))
    let place = path.hasPrefix("urn:") ? path.lastIndex(of: ":") : nil
    let root = place.map { account?[String(path[..<$0])] } ?? account
    let names = (place.map { path[path.index(after: $0)...] } ?? path[...]).split(separator: ".")
    let value = root?[String(names[0])]
    return (value?.asList ?? [value].compactMap { $0 }).compactMap { item in
      (names.count > 1 ? item[String(names[1])] : item)?.asText
    }
  }
}

/// The query of a URL.
private struct Query {
  private let items: [URLQueryItem]

  init(_ url: String) { items = URLComponents(string: url)?.queryItems ?? [] }

  subscript(name: String) -> String? { items.first { $0.name == name }?.value }
}

/// A filter of the form `userName eq "…"`, optionally followed by a password; nothing else is
/// supported.
private struct Filter {
  let name: String
  var password: String?

  init?(_ text: String) {
    var rest = text[...]
    guard let name = Self.value("userName eq ", &rest) else { return nil }
    self.name = name
    if rest.isEmpty { return }
    guard let password = Self.value(" and password eq ", &rest), rest.isEmpty else { return nil }
    self.password = password
  }

  /// The attributes of a filter such as `userName co "…" or emails.value co "…"`, each with the text
  /// in lower case that it must contain; `nil` for another filter.
  static func parts(_ text: String) -> [(path: String, text: String)]? {
    var rest = text[...]
    var parts: [(String, String)] = []
    repeat {
      guard let operation = rest.firstRange(of: " co ") else { return nil }
      let path = String(rest[..<operation.lowerBound])
      guard let part = value(path + " co ", &rest) else { return nil }
      parts.append((path, part.lowercased()))
      if rest.isEmpty { return parts }
      guard rest.hasPrefix(" or ") else { return nil }
      rest = rest.dropFirst(4)
    } while true
  }

  private static func value(_ beginning: String, _ rest: inout Substring) -> String? {
    guard rest.hasPrefix(beginning + "\"") else { return nil }
    let bytes = Array(rest.dropFirst(beginning.count).utf8)
    return bytes.withUnsafeBytes { pointer in
      var scanner = JSONScanner(pointer)
      let text = try? scanner.string()
      rest = Substring(decoding: bytes[scanner.offset...], as: UTF8.self)
      return text
    }
  }
}

extension HTTPResponse {
  static func json(
    _ status: Int, _ body: String, type: String = "application/scim+json"
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", type)], body: Array(body.utf8),
      url: FakeProvider.base)
  }

  static func html(_ status: Int) -> HTTPResponse {
    .json(status, "<html><title>Hello</title>", type: "text/html")
  }
}

extension Secret {
  var json: JSONValue? { withBytes { JSONValue(Array($0)) } }

  var plain: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
