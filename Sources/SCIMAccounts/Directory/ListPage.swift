import Accounts
import HTTP
import Text

/// A page of accounts as a provider shows it (RFC 7644, 3.4.2; RFC 9865, 2), with what can't be read counted.
struct ListPage: Equatable, Sendable {
  /// Of all pages; nil where it isn't told, as with cursors it needn't be.
  let total: Int?
  let accounts: [Account]
  /// How many things on it are no accounts: they have no id or no name.
  let unreadable: Int
  /// What the next page is asked for by; nil on the last, and where pages are counted.
  let nextCursor: String?

  /// How many things are on it.
  var count: Int { accounts.count + unreadable }

  /// It throws for what is no such page.
  init(_ response: HTTPResponse) throws(NoAnswer) {
    guard response.status == 200 else { throw NoAnswer(response) }
    guard let value = JSONValue(response.body), let items = Self.items(value) else {
      throw NoAnswer(.nonsense, "the answer is no SCIM list")
    }
    total = value["totalResults"]?.asWhole.flatMap { $0 < 0 ? nil : $0 }
    accounts = items.compactMap(Account.init)
    unreadable = items.count - accounts.count
    guard accounts.allSatisfy(Self.isShort) else {
      throw .endless("shows an id or a userName of more than \(Self.lengthLimit) bytes")
    }
    nextCursor = value["nextCursor"]?.asText.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Bytes of an id, which has to stand in a URL, and of a name. Some of them are kept while a listing goes on.
  private static let lengthLimit = 2000

  private static func isShort(_ account: Account) -> Bool {
    max(account.id.utf8.count, account.userName.utf8.count) <= lengthLimit
  }

  /// Nil where there is no list. An empty one may be left out.
  private static func items(_ value: JSONValue) -> [JSONValue]? {
    switch value["Resources"] {
    case .list(let items): items
    case nil, .null: value.isOf(Schema.listResponse) ? [] : nil
    case .bool, .number, .text, .object: nil
    }
  }
}
