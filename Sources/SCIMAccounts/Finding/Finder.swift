import Accounts
import HTTP
import Runtime
import Secrets
import Text

/// Finds accounts by name at any kind of provider.
///
/// If the provider supports filters, it is asked for the name. Some providers ignore the filter and
/// return all accounts, and some reject it. Their accounts are then searched page by page, unless
/// there are too many. A result that can't be verified counts as no answer.
struct Finder: Sendable {
  let provider: Provider
  let knowledge: Knowledge
  /// Returns a name that no account has.
  let nobody: @Sendable () -> String

  static let pageSize = 100
  /// The maximum number of pages to search: a check runs at every pause in typing.
  static let pages = 10

  /// Returns the accounts that have this name, according to the provider or to our own comparison.
  /// Throws `NoAnswer` or `CancellationError`. Usually takes one exchange; at most `pages` + 1 if
  /// filters don't work.
  func accounts(named name: String, _ time: TimeLeft) async throws -> [SCIMUser] {
    try await translated {
      try await discover(time)
      if knowledge.filterWorks == false { return try await allPages(name, time) }
      let response = try await provider.get(Self.search(name), time)
      // A provider returns these statuses if it doesn't support filters, but also if it rejects the
      // name.
      if response.status == 400 || response.status == 501 {
        guard try await filterWorks(time) else { return try await allPages(name, time) }
        throw NoAnswer(.nonsense, "HTTP \(response.status) to a search for a name")
      }
      return try await judged(try Self.list(response), name, time)
    }
  }

  /// Returns the account with this id; `nil` if there is none.
  func account(_ id: String, _ time: TimeLeft) async throws -> SCIMUser? {
    try await translated {
      let response = try await provider.get(id: id, time)
      guard response.status == 200 else { return nil }
      return JSONValue(response.body).flatMap(SCIMUser.init)
    }
  }

  /// Requests the provider's configuration once. A missing configuration is not an error.
  func discover(_ time: TimeLeft) async throws {
    guard knowledge.config == .unasked else { return }
    let response: HTTPResponse
    do {
      response = try await provider.get("/ServiceProviderConfig", time)
    } catch let failure as HTTPFailure
      where [.malformed, .tooLarge, .redirected, .holdsSecret].contains(failure.reason)
    {
      return knowledge.learn(.absent)
    }
    // If the provider has a problem, the configuration is requested again next time.
    if response.status == 429 || response.status >= 500 { return }
    let config = response.status == 200 ? JSONValue(response.body) : nil
    knowledge.learn(config.flatMap(ProviderConfig.init).map { .known($0) } ?? .absent)
  }

  /// Returns the accounts with this name from a list that may contain others.
  private func judged(
    _ list: AccountList, _ name: String, _ time: TimeLeft
  ) async throws -> [SCIMUser] {
    let same = list.accounts.filter { Self.areSame($0.userName, name) }
    if same.count == list.accounts.count {
      if same.isEmpty && list.total > 0 {
        throw NoAnswer(.nonsense, "\(list.total) accounts are told of, and none is shown")
      }
      return same
    }
    guard try await filterWorks(time) else { return try await allPages(name, time) }
    // The provider may regard two names as equal that we don't, such as fullwidth and halfwidth
    // letters (RFC 8265).
    guard list.accounts.count == 1 else {
      throw NoAnswer(.nonsense, "a search for one name found others")
    }
    return list.accounts
  }

  /// Whether a search for a name that no account has finds nothing. The provider is asked only
  /// once.
  func filterWorks(_ time: TimeLeft) async throws -> Bool {
    if let known = knowledge.filterWorks { return known }
    let response = try await provider.get(Self.search(nobody()), time)
    let works: Bool
    if response.status == 400 || response.status == 501 {
      works = false
    } else {
      let list = try Self.list(response)
      works = list.total == 0 && list.accounts.isEmpty
    }
    knowledge.learn(filterWorks: works)
    return works
  }

  private func allPages(_ name: String, _ time: TimeLeft) async throws -> [SCIMUser] {
    var seen = Set<String>()
    var found: [SCIMUser] = []
    var start = 1
    var total: Int?
    for _ in 0...Self.pages {
      let response = try await provider.get(Self.page(from: start), time)
      // A provider may reject requests for pages after the last account.
      if response.status != 200 && seen.count == total { return found }
      let list = try Self.list(response)
      let new = list.accounts.filter { seen.insert($0.id).inserted }
      found += new.filter { Self.areSame($0.userName, name) }
      // This is the end, or the provider has returned the same page again.
      if new.isEmpty { return try Self.sure(found, seen.count == list.total) }
      total = list.total
      if list.total > Self.pages * Self.pageSize { break }
      start += list.accounts.count
    }
    return try Self.sure(found, false)
  }

  /// Accounts that were found exist in any case; that there are none is certain only if all
  /// accounts were seen.
  private static func sure(_ found: [SCIMUser], _ sawAll: Bool) throws -> [SCIMUser] {
    guard sawAll || !found.isEmpty else {
      throw NoAnswer(.nonsense, "filters don't work, and the accounts are too many or don't add up")
    }
    return found
  }

  private static func list(_ response: HTTPResponse) throws -> AccountList {
    guard response.status == 200 else { throw NoAnswer(response) }
    guard let value = JSONValue(response.body), let list = AccountList(value) else {
      throw NoAnswer(.nonsense, "the answer is no SCIM list")
    }
    return list
  }

  /// SCIM compares `userName` case-insensitively (RFC 7643, 8.7.1: `caseExact` false).
  static func areSame(_ first: String, _ second: String) -> Bool {
    Policy.Identity.caseless.areSame(first, second)
  }

  static func search(_ name: String) -> String {
    "/Users?filter=" + percentEncoded(filter(name)) + "&startIndex=1&count=\(pageSize)"
  }

  /// The text in a filter is a JSON string (RFC 7644, 3.4.2.2), so no name can escape its quotation
  /// marks.
  static func filter(_ name: String) -> String {
    SecretJSON.text(name).written().withBytes {
      "userName eq " + String(decoding: $0, as: UTF8.self)
    }
  }

  private static func page(from start: Int) -> String {
    "/Users?startIndex=\(start)&count=\(pageSize)"
  }

  private func translated<Result>(_ ask: () async throws -> Result) async throws -> Result {
    do { return try await ask() } catch let failure as HTTPFailure { throw NoAnswer(failure) }
  }
}
