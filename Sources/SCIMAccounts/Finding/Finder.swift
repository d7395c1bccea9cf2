import Accounts
import HTTP
import Runtime
import Secrets
import Text

/// Finds accounts by name at any kind of provider. Its methods throw `NoAnswer` or
/// `CancellationError`.
///
/// If the provider supports filters, it is asked for the name. Some providers ignore the filter and
/// return all accounts, and some reject it. Their accounts are then searched page by page, unless
/// there are too many. A result that can't be verified counts as no answer.
struct Finder: Sendable {
  let provider: Provider
  let knowledge = Knowledge()

  static let pageSize = 100
  /// The maximum number of accounts to search page by page: a check runs at every pause in typing.
  static let most = 1000
  /// The maximum number of pages. Each begins with the last account of the one before it, and the
  /// last one shows that there are no more.
  private static let pages = most / pageSize + 2

  /// Returns the accounts that have this name, according to the provider or to our own comparison.
  /// Usually takes one exchange; a few more than ten if filters don't work.
  func accounts(named name: String, _ time: TimeLeft) async throws -> [SCIMUser] {
    try await discover(time)
    if knowledge.filterWorks == false { return try await allPages(name, time) }
    let response = try await provider.get(Self.search(name), time)
    // A provider returns these statuses if it doesn't support filters, but also if it rejects the
    // name.
    if response.status == 400 || response.status == 501 {
      guard try await filterWorks(time) else { return try await allPages(name, time) }
      throw NoAnswer(.nonsense, "HTTP \(response.status) to a search for a name")
    }
    let page = try ListPage(complete: response)
    let same = page.accounts.filter { Self.areSame($0.userName, name) }
    if same.count == page.accounts.count {
      if let total = page.total, same.isEmpty && total > 0 {
        throw NoAnswer(.nonsense, "\(total) accounts are told of, and none is shown")
      }
      return same
    }
    guard try await filterWorks(time) else { return try await allPages(name, time) }
    // The provider may regard two names as equal that we don't, such as fullwidth and halfwidth
    // letters (RFC 8265).
    guard page.accounts.count == 1 else {
      throw NoAnswer(.nonsense, "a search for one name found others")
    }
    return page.accounts
  }

  /// Requests the provider's configuration once. A missing configuration is not an error.
  func discover(_ time: TimeLeft) async throws {
    guard knowledge.config == .unasked else { return }
    let response: HTTPResponse
    do {
      response = try await provider.get("/ServiceProviderConfig", time)
    } catch let failure as NoAnswer {
      switch failure.failure?.reason {
      case .malformed, .tooLarge, .redirected, .holdsSecret: return knowledge.learn(.absent)
      case nil, .unreachable, .timedOut, .badCertificate, .rateLimited, .noLibrary: throw failure
      }
    }
    // If the provider has a problem, the configuration is requested again next time.
    if response.status == 429 || response.status >= 500 { return }
    let config = response.status == 200 ? JSONValue(response.body) : nil
    knowledge.learn(config.flatMap(ProviderConfig.init).map { .known($0) } ?? .absent)
  }

  /// Whether a search for a name that no account has finds nothing. The provider is asked only
  /// once.
  func filterWorks(_ time: TimeLeft) async throws -> Bool {
    if let known = knowledge.filterWorks { return known }
    let response = try await provider.get(Self.search("signup-bot-nobody-" + randomWord()), time)
    let works: Bool
    if response.status == 400 || response.status == 501 {
      works = false
    } else {
      let page = try ListPage(complete: response)
      works = page.total == 0 && page.accounts.isEmpty
    }
    knowledge.learn(filterWorks: works)
    return works
  }

  private func allPages(_ name: String, _ time: TimeLeft) async throws -> [SCIMUser] {
    var paging = IndexPaging(Ration())
    var total = 0
    var seen = 0
    var found: [SCIMUser] = []
    for _ in 0..<Self.pages {
      guard let place = paging.place, total <= Self.most else { break }
      let response = try await provider.get("/Users?\(place)&count=\(Self.pageSize)", time)
      let page = try ListPage(complete: response)
      let new = try paging.take(page)
      found += new.filter { Self.areSame($0.userName, name) }
      (total, seen) = (page.total ?? 0, seen + new.count)
    }
    // Accounts that were found exist in any case; that there are none is certain only if all
    // accounts were seen.
    guard !found.isEmpty || paging.place == nil && seen == total else {
      throw NoAnswer(.nonsense, "filters don't work, and the accounts are too many or don't add up")
    }
    return found
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
    "userName eq " + JSONValue.text(name).description
  }
}
