import Accounts
import HTTP
import Secrets
import Text

/// Finds accounts by name, whatever kind of provider it is.
///
/// A provider that understands filters is asked for the one name. Some ignore the filter and answer with
/// everybody, and some can't filter: their accounts are looked through, page by page, as long as there are
/// not too many. What can't be made sure of is no answer.
struct Finder: Sendable {
  let provider: Provider
  let knowledge: Knowledge
  /// A name that nobody has.
  let nobody: @Sendable () -> String

  static let pageSize = 100
  /// No more pages than these are looked through: a check is made at every pause in typing.
  static let pages = 10

  /// The accounts that have this name, by the provider's word or by ours. It throws `NoAnswer`, or
  /// `CancellationError`. Mostly one exchange; `pages` and one at the most where filters don't work.
  func accounts(named name: String, _ time: TimeLeft) async throws -> [Account] {
    try await translated {
      try await discover(time)
      if knowledge.filterWorks == false { return try await allPages(name, time) }
      let response = try await provider.get(Self.search(name), time)
      // A provider that doesn't know filters says so with these; so does one that doesn't like the name.
      if response.status == 400 || response.status == 501 {
        guard try await filterWorks(time) else { return try await allPages(name, time) }
        throw NoAnswer(.nonsense, "HTTP \(response.status) to a search for a name")
      }
      return try await judged(try Self.list(response), name, time)
    }
  }

  /// The account with this id; nil where there is none.
  func account(_ id: String, _ time: TimeLeft) async throws -> Account? {
    try await translated {
      let response = try await provider.get(Provider.path(of: id), time)
      guard response.status == 200 else { return nil }
      return JSONValue(response.body).flatMap(Account.init)
    }
  }

  /// Asks once what the provider can do. That it doesn't tell is no failure.
  func discover(_ time: TimeLeft) async throws {
    guard knowledge.config == .unasked else { return }
    let response: HTTPResponse
    do {
      response = try await provider.get("/ServiceProviderConfig", time)
    } catch let failure as HTTPFailure
      where [.malformed, .tooLarge, .redirected].contains(failure.reason)
    {
      return knowledge.learn(.absent)
    }
    // A provider in trouble may tell another time.
    if response.status == 429 || response.status >= 500 { return }
    let config = response.status == 200 ? JSONValue(response.body) : nil
    knowledge.learn(config.flatMap(ProviderConfig.init).map { .known($0) } ?? .absent)
  }

  /// What is found for one name, in a list that may hold others.
  private func judged(
    _ list: AccountList, _ name: String, _ time: TimeLeft
  ) async throws -> [Account] {
    let same = list.accounts.filter { Self.areSame($0.userName, name) }
    if same.count == list.accounts.count {
      if same.isEmpty && list.total > 0 {
        throw NoAnswer(.nonsense, "\(list.total) accounts are told of, and none is shown")
      }
      return same
    }
    guard try await filterWorks(time) else { return try await allPages(name, time) }
    // Names can be one for the provider that are two for us, such as wide and narrow letters (RFC 8265).
    guard list.accounts.count == 1 else {
      throw NoAnswer(.nonsense, "a search for one name found others")
    }
    return list.accounts
  }

  /// Whether a search for a name that nobody has finds nobody. Asked once.
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

  private func allPages(_ name: String, _ time: TimeLeft) async throws -> [Account] {
    var seen = Set<String>()
    var found: [Account] = []
    var start = 1
    var total: Int?
    for _ in 0...Self.pages {
      let response = try await provider.get(Self.page(from: start), time)
      // Beyond its last account, a provider may have no page at all.
      if response.status != 200 && seen.count == total { return found }
      let list = try Self.list(response)
      let new = list.accounts.filter { seen.insert($0.id).inserted }
      found += new.filter { Self.areSame($0.userName, name) }
      // The end, or the same page once more.
      if new.isEmpty { return try Self.sure(found, seen.count == list.total) }
      total = list.total
      if list.total > Self.pages * Self.pageSize { break }
      start += list.accounts.count
    }
    return try Self.sure(found, false)
  }

  /// Who was found is there, whatever else is; that nobody is there takes having seen all.
  private static func sure(_ found: [Account], _ sawAll: Bool) throws -> [Account] {
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

  /// SCIM's `userName` has no case (RFC 7643, 8.7.1: `caseExact` false).
  static func areSame(_ first: String, _ second: String) -> Bool {
    Policy.Identity.caseless.areSame(first, second)
  }

  static func search(_ name: String) -> String {
    "/Users?filter=" + percentEncoded(filter(name)) + "&startIndex=1&count=\(pageSize)"
  }

  /// A filter's text is JSON (RFC 7644, 3.4.2.2), so that no name leaves its quotation marks.
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
