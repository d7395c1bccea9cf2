import Accounts
import Secrets

/// What a provider is asked for, page after page.
struct ListRequest: Equatable, Sendable {
  /// What names hold, by the provider's search; nil for all accounts.
  var search: String?
  /// What the provider sorts by; nil for its own order.
  var order: AccountQuery.Order?
  let isReversed: Bool
  /// The most accounts of a page.
  var count: Int

  /// All that a listing tells of an account. Its id always comes.
  private static let attributes = "userName,active,meta"

  /// The requests to try, the best first: one that a provider refuses may be one that it doesn't understand.
  /// Each but the first asks for less.
  ///
  /// - Parameters:
  ///   - size: the most accounts of a page.
  ///   - filterWorks: whether filters are known to be obeyed; nil while nobody knows.
  /// - Returns: none where the order that has to be is not to be had.
  static func candidates(
    _ query: AccountQuery, size: Int, _ config: ProviderConfig?, filterWorks: Bool?
  ) -> [ListRequest] {
    let mustSort = !query.isOrderOptional || query.isReversed
    let sorts = config?.sorts == true
    let search = query.search.flatMap { $0.isEmpty || filterWorks == false ? nil : $0 }
    var count = min(size, config?.pageSize ?? size)
    // A search that isn't obeyed goes through all accounts, and needs large pages for that.
    if query.search == nil, let limit = query.limit { count = min(count, max(limit, 1)) }
    let orders = (sorts ? [query.order] : []) + (mustSort ? [] : [nil])
    let searches = search == nil ? [nil] : [search, nil]
    return orders.flatMap { order in
      searches.map { search in
        ListRequest(search: search, order: order, isReversed: query.isReversed, count: count)
      }
    }
  }

  /// - Parameter place: which page, as a query's parameter.
  func path(_ place: String) -> String {
    var parts = [place, "count=\(count)", "attributes=" + percentEncoded(Self.attributes)]
    if let search { parts.insert("filter=" + percentEncoded(Self.filter(search)), at: 0) }
    if let order {
      parts.append("sortBy=" + Self.attribute(order))
      parts.append("sortOrder=" + (isReversed ? "descending" : "ascending"))
    }
    return "/Users?" + parts.joined(separator: "&")
  }

  private static func attribute(_ order: AccountQuery.Order) -> String {
    switch order {
    case .name: "userName"
    case .created: "meta.created"
    }
  }

  /// A filter's text is JSON, as in `Finder.filter`.
  private static func filter(_ search: String) -> String {
    SecretJSON.text(search).written().withBytes {
      "userName co " + String(decoding: $0, as: UTF8.self)
    }
  }
}
