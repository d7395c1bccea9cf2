import Text

/// The provider's capabilities according to its own configuration (RFC 7643, 5).
struct ProviderConfig: Equatable, Sendable {
  /// Whether filters are supported; `nil` if not reported.
  let filters: Bool?
  /// The maximum number of accounts per page; `nil` if not reported.
  let pageSize: Int?
  /// Whether PATCH is supported; `nil` if not reported.
  let patches: Bool?
  /// Whether sorting is supported; `nil` if not reported.
  let sorts: Bool?
  /// Whether pages can be requested by cursor (RFC 9865, 4).
  let hasCursors: Bool
  /// The types of the authentication schemes, such as `oauthbearertoken`.
  let schemes: [String]

  /// Returns `nil` if the value is not a configuration.
  init?(_ value: JSONValue) {
    let filter = value["filter"]?["supported"]?.asBool
    let schemes = value["authenticationSchemes"]?.asList
    guard filter != nil || schemes != nil else { return nil }
    filters = filter
    pageSize = [value["filter"]?["maxResults"], value["pagination"]?["maxPageSize"]]
      .compactMap { $0?.asWhole }.filter { $0 > 0 }.min()
    patches = value["patch"]?["supported"]?.asBool
    sorts = value["sort"]?["supported"]?.asBool
    hasCursors = value["pagination"]?["cursor"]?.asBool ?? false
    self.schemes = (schemes ?? []).compactMap { $0["type"]?.asText ?? $0["name"]?.asText }
  }
}
