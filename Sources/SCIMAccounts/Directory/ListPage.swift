import Accounts
import HTTP
import Secrets
import Text

/// A page of accounts as the provider returns it (RFC 7644, 3.4.2; RFC 9865, 2). Entries that can't
/// be read are counted.
struct ListPage: Equatable, Sendable {
  /// The number of accounts on all pages; `nil` if the provider doesn't report it, which is
  /// optional with cursors.
  let total: Int?
  let accounts: [SCIMUser]
  /// The number of entries that are not accounts because they have no id or no name.
  let unreadable: Int
  /// The cursor of the next page; `nil` on the last page and if the provider uses indexes.
  let nextCursor: String?

  /// The number of entries on the page.
  var count: Int { accounts.count + unreadable }

  /// Throws if the response is not a page of accounts.
  ///
  /// - Parameters:
  ///   - attributes: where the answers of the accounts are.
  ///   - token: the bearer token, which no answer may contain.
  init(
    _ response: HTTPResponse, _ attributes: SCIMAttributes, hiding token: Secret?
  ) throws(NoAnswer) {
    guard response.status == 200 else { throw NoAnswer(response) }
    guard let value = JSONValue(response.body), let items = Self.items(value) else {
      throw NoAnswer(.nonsense, "the answer is no SCIM list")
    }
    total = value["totalResults"]?.asWhole.flatMap { $0 < 0 ? nil : $0 }
    accounts = items.compactMap { item in
      var account = SCIMUser(item)
      account?.answers = attributes.answers(in: item, hiding: token)
      return account
    }
    unreadable = items.count - accounts.count
    guard accounts.allSatisfy(Self.isShort) else {
      throw .endless("shows an id or a userName of more than \(Self.lengthLimit) bytes")
    }
    nextCursor = value["nextCursor"]?.asText.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The maximum length of an id and of a name, in bytes. An id must fit into a URL, and some ids
  /// are kept for the whole listing.
  private static let lengthLimit = 2000

  private static func isShort(_ account: SCIMUser) -> Bool {
    max(account.id.utf8.count, account.userName.utf8.count) <= lengthLimit
  }

  /// Returns `nil` if there is no list. A response may omit an empty list.
  private static func items(_ value: JSONValue) -> [JSONValue]? {
    switch value["Resources"] {
    case .list(let items): items
    case nil, .null: value.isOf(SchemaURN.listResponse) ? [] : nil
    case .bool, .number, .text, .object: nil
    }
  }
}
