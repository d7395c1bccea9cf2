import Accounts
import HTTP
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
  /// - Parameter answers: reads the answers in an account.
  init(
    _ response: HTTPResponse, answers: (JSONValue) -> [Answer] = { _ in [] }
  ) throws(NoAnswer) {
    guard response.status == 200 else { throw NoAnswer(response) }
    guard let value = JSONValue(response.body), let items = Self.items(value) else {
      throw .noList
    }
    total = value["totalResults"]?.asWhole.flatMap { $0 < 0 ? nil : $0 }
    accounts = items.compactMap { item in
      var account = SCIMUser(item)
      account?.answers = answers(item)
      return account
    }
    unreadable = items.count - accounts.count
    nextCursor = value["nextCursor"]?.asText.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Throws if the response is not a page of accounts with a total, or contains anything else: no
  /// name may look available because its account can't be read.
  init(complete response: HTTPResponse) throws(NoAnswer) {
    self = try ListPage(response)
    guard total != nil, unreadable == 0 else { throw .noList }
  }

  /// Returns `nil` if there is no list. A response may omit an empty list.
  private static func items(_ value: JSONValue) -> [JSONValue]? {
    switch value["Resources"] {
    case .list(let items): items
    case .null: []
    case nil: value.isOf(SchemaURN.listResponse) ? [] : nil
    case .bool, .number, .text, .object: nil
    }
  }
}

extension NoAnswer {
  fileprivate static var noList: NoAnswer { NoAnswer(.nonsense, "the answer is no SCIM list") }
}
