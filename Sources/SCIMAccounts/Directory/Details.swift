import Accounts
import HTTP
import Secrets
import Text

extension JSONValue {
  private typealias Detail = Account.Detail

  /// The details of a user resource that not every account has, in the order of RFC 7643 (4.1 and
  /// 4.3). Only the attributes of that specification are shown, because a provider's own attributes
  /// may be confidential.
  ///
  /// - Parameter token: the bearer token; values that contain a part of it are omitted.
  func details(hiding token: Secret?) -> [Account.Detail] {
    let enterprise = self[SchemaURN.enterpriseUser]
    let all =
      Self.attributes.flatMap { named($0) }
      + Self.enterprise.flatMap { enterprise?.named($0) ?? [] }
      + (self["meta"]?.named("lastModified") ?? [])
    return all.filter { token?.isShown(in: $0.value, part: ServerWords.tokenPart) != true }
  }

  private static let attributes = [
    "externalId", "displayName", "name.formatted", "name.givenName", "name.familyName", "nickName",
    "profileUrl", "title", "userType", "preferredLanguage", "locale", "timezone", "emails",
    "phoneNumbers", "addresses", "groups", "roles", "entitlements",
  ]
  private static let enterprise = [
    "employeeNumber", "costCenter", "organization", "division", "department", "manager.displayName",
  ]
  /// The maximum number of characters shown of a value.
  private static let limit = 200

  /// Returns one detail for each value; a list may have several.
  private func named(_ path: String) -> [Detail] {
    let value = path.split(separator: ".").reduce(Optional(self)) { $0?[String($1)] }
    let texts = value?.asList?.map(\.shown) ?? [value?.asText]
    return texts.compactMap { $0 }.filter { !$0.isEmpty }.map { text in
      Detail(path, text.count > Self.limit ? text.prefix(Self.limit - 1) + "…" : text)
    }
  }

  /// The human-readable form of a list's item (RFC 7643, 2.4).
  private var shown: String? {
    asText ?? ["display", "formatted", "value"].lazy.compactMap { self[$0]?.asText }.first
  }
}
