import Text

/// What the provider says that it can do (RFC 7643, 5).
struct ProviderConfig: Equatable, Sendable {
  /// Nil where it doesn't say.
  let filters: Bool?
  /// The most accounts that it shows at once; nil where it doesn't say.
  let pageSize: Int?
  /// Whether accounts can be changed in part; nil where it doesn't say.
  let patches: Bool?
  /// Whether it sorts; nil where it doesn't say.
  let sorts: Bool?
  /// Whether pages can be asked for by cursors (RFC 9865, 4).
  let hasCursors: Bool
  /// The types of its authentication schemes, such as `oauthbearertoken`.
  let schemes: [String]

  /// Nil for what is no such thing.
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
