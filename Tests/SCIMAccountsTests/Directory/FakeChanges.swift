import Accounts
import HTTP
import Secrets
import Synchronization
import Text

@testable import SCIMAccounts

extension FakeProvider {
  /// The provider's behaviour for administrators.
  struct Changes: Sendable {
    var sorts = true
    var patch = Change.works
    var put = Change.works
    var delete = Change.works
  }

  enum Change: Sendable {
    case works
    /// Reports success, but changes nothing.
    case pretends
    /// Responds with this status and body, and changes nothing.
    case answers(Int, String = "{}")
  }

  func sorted(_ users: [User], by attribute: String?, _ order: String?) -> [User] {
    let isReversed = order == "descending"
    switch attribute {
    case "userName":
      return users.sorted { ($0.name.lowercased() < $1.name.lowercased()) != isReversed }
    case "meta.created":
      return users.sorted { (($0.created, $0.id) < ($1.created, $1.id)) != isReversed }
    default: return users
    }
  }

  func shown(_ id: String) -> HTTPResponse {
    guard let user = users.first(where: { $0.id == id }) else { return .json(404, "{}") }
    return .json(200, json(user)).with(("ETag", "W/\"\(user.version)\""))
  }

  func change(_ id: String, _ request: HTTPRequest) -> HTTPResponse {
    guard let place = users.firstIndex(where: { $0.id == id }) else { return .json(404, "{}") }
    switch request.method {
    case .delete:
      return changing(quirks.changes.delete, .json(204, "")) { $0.users.remove(at: place) }
    case .patch:
      guard let operation = request.body?.json?["Operations"]?.asList?.first,
        operation["op"] == .text("replace"), operation["path"] == .text("active"),
        let active = operation["value"]?.asBool
      else { return .json(400, "{}") }
      return changing(quirks.changes.patch, .json(204, "")) { $0.users[place].active = active }
    case .put:
      let version = "W/\"\(users[place].version)\""
      if let asked = request.header("If-Match"), asked != version { return .json(412, "{}") }
      guard let active = request.body?.json?["active"]?.asBool else { return .json(400, "{}") }
      return changing(quirks.changes.put, .json(200, "{}")) { state in
        state.users[place].active = active
        state.users[place].extra = request.body?.json.map(Self.extra) ?? ""
      }
    case .get, .post: return .json(405, "{}")
    }
  }

  private func changing(
    _ change: Change, _ answer: HTTPResponse, _ body: (inout State) -> Void
  ) -> HTTPResponse {
    switch change {
    case .works:
      state.withLock { state in
        body(&state)
        for place in state.users.indices { state.users[place].version += 1 }
      }
      return answer
    case .pretends: return answer
    case .answers(let status, let text): return .json(status, text)
    }
  }
}

extension HTTPResponse {
  func with(_ header: (name: String, value: String)) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers + [header], body: body, url: url)
  }

  /// A page of accounts with these names, which are also their ids.
  static func page(_ names: [String], total: Int?, _ rest: String = "") -> HTTPResponse {
    let provider = FakeProvider()
    let resources = names.map { provider.json(FakeProvider.User(id: $0, name: $0)) }
    let total = total.map { #""totalResults":\#($0),"# } ?? ""
    return .json(
      200,
      #"{"schemas":["\#(SchemaURN.listResponse)"],\#(total)\#(rest)"Resources":[\#(resources.joined(separator: ","))]}"#
    )
  }
}

extension FakeProvider.Quirks {
  /// The quirks of a provider that supports everything and says so.
  static func able(
    patch: Bool = true, sort: Bool = true, cursors: Bool = false, maxResults: Int = 1000,
    changes: FakeProvider.Changes = .init()
  ) -> Self {
    var quirks = Self(changes: changes)
    quirks.config = """
      {"filter":{"supported":true,"maxResults":\(maxResults)},"patch":{"supported":\(patch)},\
      "sort":{"supported":\(sort)},"pagination":{"cursor":\(cursors)},"authenticationSchemes":[]}
      """
    quirks.changes.sorts = sort && changes.sorts
    return quirks
  }
}
