import Text

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
