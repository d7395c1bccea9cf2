import Accounts
import Secrets
import Text

extension JSONValue {
  private typealias Detail = Accounts.Account.Detail

  /// What a user resource tells beside what every account has, in the order of RFC 7643 (4.1 and 4.3). Only
  /// attributes that are known there are shown: what else a provider keeps may be no one's to read.
  ///
  /// - Parameter token: a value in which it stands is left out.
  func details(hiding token: Secret?) -> [Accounts.Account.Detail] {
    let enterprise = self[Schema.enterpriseUser]
    let all =
      Self.attributes.flatMap { named($0) }
      + Self.enterprise.flatMap { enterprise?.named($0) ?? [] }
      + (self["meta"]?.named("lastModified") ?? [])
    return all.filter { token?.isShown(in: $0.value, part: Refusal.tokenPart) != true }
  }

  private static let attributes = [
    "externalId", "displayName", "name.formatted", "name.givenName", "name.familyName", "nickName",
    "profileUrl", "title", "userType", "preferredLanguage", "locale", "timezone", "emails",
    "phoneNumbers", "addresses", "groups", "roles", "entitlements",
  ]
  private static let enterprise = [
    "employeeNumber", "costCenter", "organization", "division", "department", "manager.displayName",
  ]
  /// Characters of a value that are shown.
  private static let limit = 200

  /// One for each value of a list.
  private func named(_ path: String) -> [Detail] {
    let value = path.split(separator: ".").reduce(Optional(self)) { $0?[String($1)] }
    let texts = value?.asList?.map(\.shown) ?? [value?.asText]
    return texts.compactMap { $0 }.filter { !$0.isEmpty }.map { text in
      Detail(path, text.count > Self.limit ? text.prefix(Self.limit - 1) + "…" : text)
    }
  }

  /// What people read of a list's item (RFC 7643, 2.4).
  private var shown: String? {
    asText ?? ["display", "formatted", "value"].lazy.compactMap { self[$0]?.asText }.first
  }
}
