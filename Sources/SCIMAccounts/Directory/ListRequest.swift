import Accounts
import Secrets
import Text

/// The request for each page of a listing.
struct ListRequest: Equatable, Sendable {
  /// The text that the provider searches for in names and answers; `nil` for all accounts.
  var search: String?
  /// The order in which the provider sorts; `nil` for its own order.
  var order: AccountQuery.Order?
  let isReversed: Bool
  /// The maximum number of accounts per page.
  var count: Int

  /// The attributes that a listing shows. The id is always included.
  let shownAttributes: [String]
  /// The attributes in which the provider searches.
  let searchedAttributes: [String]

  /// Returns the requests to try, best first. If a provider rejects a request, it may not support
  /// it, so each further request asks for less. A provider that can't search in answers is asked for
  /// all accounts: a search in names alone would miss some of those that match.
  ///
  /// - Parameters:
  ///   - size: the maximum number of accounts per page.
  ///   - filterWorks: whether the provider applies filters; `nil` if this is unknown.
  ///   - attributes: where the answers of the accounts are.
  /// - Returns: the requests; empty if the required order is not available.
  static func candidates(
    _ query: AccountQuery, size: Int, _ config: ProviderConfig?, filterWorks: Bool?,
    _ attributes: SCIMAttributes
  ) -> [ListRequest] {
    let mustSort = !query.isOrderOptional || query.isReversed
    let sorts = config?.sorts == true
    let search = query.search.flatMap { $0.isEmpty || filterWorks == false ? nil : $0 }
    var count = min(size, config?.pageSize ?? size)
    // If the provider ignores the search, all accounts are read, which needs large pages.
    if query.search == nil, let limit = query.limit { count = min(count, max(limit, 1)) }
    let orders = (sorts ? [query.order] : []) + (mustSort ? [] : [nil])
    let searches = search == nil ? [nil] : [search, nil]
    return orders.flatMap { order in
      searches.map { search in
        ListRequest(
          search: search, order: order, isReversed: query.isReversed, count: count,
          shownAttributes: ["userName", "active", "meta"] + attributes.shownAttributes,
          searchedAttributes: ["userName"] + attributes.searchedAttributes)
      }
    }
  }

  /// - Parameter place: the query parameter that selects the page.
  func path(_ place: String) -> String {
    let attributes = shownAttributes.joined(separator: ",")
    var parts = [place, "count=\(count)", "attributes=" + percentEncoded(attributes)]
    if let search { parts.insert("filter=" + percentEncoded(filter(search)), at: 0) }
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

  /// The text in a filter is a JSON string, as in `Finder.filter`.
  private func filter(_ search: String) -> String {
    let text = SecretJSON.text(search).written().withBytes { String(decoding: $0, as: UTF8.self) }
    return searchedAttributes.map { $0 + " co " + text }.joined(separator: " or ")
  }
}
