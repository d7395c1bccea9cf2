import HTTP
import Text

/// An account as the provider shows it. Whatever it leaves out is nil.
struct Account: Equatable, Sendable {
  let id: String
  let userName: String
  let externalID: String?
  let created: Instant?
  let lastModified: Instant?
  /// Where it lives, as it was written.
  var location: String?
  let isActive: Bool?

  /// Nil for what is no account: one has an id and a name (RFC 7643, 3.1 and 4.1.1).
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

  /// The same, with the place that a response's header tells where the account itself does not.
  func with(locationFrom response: HTTPResponse) -> Account {
    var account = self
    account.location = location ?? response.header("Location")
    return account
  }
}

/// A page of the accounts that a search has found (RFC 7644, 3.4.2).
struct AccountList: Equatable, Sendable {
  /// Of all pages.
  let total: Int
  /// Those of this page.
  let accounts: [Account]

  /// Nil for what is no such list, or holds something that is no account.
  init?(_ value: JSONValue) {
    guard let total = value["totalResults"]?.asWhole, total >= 0 else { return nil }
    let resources = value["Resources"]
    guard resources != nil || value.isOf(Schema.listResponse) else { return nil }
    self.total = total
    var accounts: [Account] = []
    switch resources {
    case nil, .null: break
    case .list(let items):
      for item in items {
        guard let account = Account(item) else { return nil }
        accounts.append(account)
      }
    case .bool, .number, .text, .object: return nil
    }
    self.accounts = accounts
  }
}

/// Why the provider says no (RFC 7644, 3.12). Both may be missing.
struct ErrorReply: Equatable, Sendable {
  let type: String?
  let detail: String?

  /// Of a body that may be anything at all.
  init(_ response: HTTPResponse) {
    let value = JSONValue(response.body)
    type = value?["scimType"]?.asText
    detail = value?["detail"]?.asText
  }
}
