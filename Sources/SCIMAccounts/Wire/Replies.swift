import HTTP
import Text

/// An account as the provider returns it. Attributes that it omits are `nil`.
struct SCIMUser: Equatable, Sendable {
  let id: String
  let userName: String
  let externalID: String?
  let created: Instant?
  let lastModified: Instant?
  /// The account's address, as received.
  var location: String?
  let isActive: Bool?

  /// Returns `nil` if the value is not an account, which requires an id and a name (RFC 7643, 3.1
  /// and 4.1.1).
  init?(_ value: JSONValue) {
    guard let id = value["id"]?.asText, !id.isEmpty, let name = value["userName"]?.asText else {
      return nil
    }
    (self.id, userName) = (id, name)
    externalID = value["externalId"]?.asText
    let meta = value["meta"]
    created = meta?["created"]?.asText.flatMap(Instant.init)
    lastModified = meta?["lastModified"]?.asText.flatMap(Instant.init)
    location = meta?["location"]?.asText
    isActive = value["active"]?.asBool
  }

  /// Returns the account with the address from the response's `Location` header if it has none
  /// itself.
  func with(locationFrom response: HTTPResponse) -> SCIMUser {
    var account = self
    account.location = location ?? response.header("Location")
    return account
  }
}

/// A page of search results (RFC 7644, 3.4.2).
struct AccountList: Equatable, Sendable {
  /// The number of accounts on all pages.
  let total: Int
  /// The accounts on this page.
  let accounts: [SCIMUser]

  /// Returns `nil` if the value is not a list of accounts, or contains anything else.
  init?(_ value: JSONValue) {
    guard let total = value["totalResults"]?.asWhole, total >= 0 else { return nil }
    let resources = value["Resources"]
    guard resources != nil || value.isOf(SchemaURN.listResponse) else { return nil }
    self.total = total
    var accounts: [SCIMUser] = []
    switch resources {
    case nil, .null: break
    case .list(let items):
      for item in items {
        guard let account = SCIMUser(item) else { return nil }
        accounts.append(account)
      }
    case .bool, .number, .text, .object: return nil
    }
    self.accounts = accounts
  }
}

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
