import Accounts
import HTTP

/// A lazy sequence of the provider's accounts. It keeps only one page in memory.
///
/// Accounts that don't match the search are filtered out here, because some providers ignore
/// filters. One call of `next` may therefore read many pages. Each page may take up to the
/// service's timeout.
struct SCIMPages: AccountPages {
  private let service: SCIMAccounts
  private let query: AccountQuery
  private let size: Int
  private let ration: Ration
  private var state = State.beginning
  private var left: Int

  private enum State {
    case beginning
    case reading(ListRequest, any Paging)
    case ended
  }

  /// - Parameters:
  ///   - size: the maximum number of accounts per page.
  ///   - ration: limits the total number of accounts.
  init(
    _ service: SCIMAccounts, _ query: AccountQuery, size: Int = 100, ration: Ration = Ration()
  ) {
    (self.service, self.query, self.size, self.ration) = (service, query, size, ration)
    left = query.limit ?? Int.max
  }

  mutating func next() async throws -> [Account]? {
    while left > 0, let page = try await page() {
      let accounts = page.filter { $0.contains(query.search) }.prefix(left)
      if accounts.isEmpty { continue }
      left -= accounts.count
      return accounts.map { Account($0) }
    }
    return nil
  }

  /// Returns the new accounts on the provider's next page, possibly none; `nil` after the last
  /// page. After an error, the same page may be requested again.
  private mutating func page() async throws -> [SCIMUser]? {
    do {
      switch state {
      case .beginning: return try await firstPage()
      case .ended: return nil
      case .reading(var request, var paging):
        guard let place = paging.place else {
          state = .ended
          try paging.finish()
          return nil
        }
        let page = try self.page(in: try await response(&request, place, paging.cursor))
        let new = try paging.take(page)
        state = .reading(request, paging)
        return new
      }
    } catch {
      throw service.translated(error)
    }
  }

  /// Tries the requests in order until the provider understands one.
  private mutating func firstPage() async throws -> [SCIMUser] {
    let finder = service.finder
    try await finder.discover(service.start())
    let config = finder.knowledge.config.known
    let candidates = ListRequest.candidates(
      query, size: size, config, filterWorks: finder.knowledge.filterWorks, service.attributes)
    var why = "it does not claim to support sorting"
    for (index, candidate) in candidates.enumerated() {
      var request = candidate
      var paging: any Paging =
        config?.hasCursors == true ? CursorPaging(ration) : IndexPaging(ration)
      let response = try await response(&request, paging.place ?? "", nil)
      let isPlain = index == candidates.count - 1 && request.order == nil
      if [400, 501].contains(response.status) && !isPlain {
        why = Refusal(response, password: nil, token: service.provider.token).why
        continue
      }
      let new = try paging.take(try self.page(in: response))
      state = .reading(request, paging)
      return new
    }
    throw DirectoryError.unsupported(
      "the SCIM provider at \(service.provider.base) can't list accounts by "
        + "\(query.order.rawValue): \(why)")
  }

  private func page(in response: HTTPResponse) throws(NoAnswer) -> ListPage {
    let page = try ListPage(response) { account in
      service.attributes.answers(in: account, hiding: service.provider.token)
    }
    let longest = page.accounts.map { max($0.id.utf8.count, $0.userName.utf8.count) }.max() ?? 0
    guard longest <= Self.lengthLimit else {
      throw .endless("shows an id or a userName of more than \(Self.lengthLimit) bytes")
    }
    return page
  }

  /// The maximum length of an id and of a name, in bytes. An id must fit into a URL, and some ids
  /// are kept for the whole listing.
  private static let lengthLimit = 2000

  /// Requests a page. If a page exceeds the size limit for responses, all further requests ask for
  /// fewer accounts: some providers return whole accounts whatever is requested.
  private func response(
    _ request: inout ListRequest, _ place: String, _ cursor: String?
  ) async throws -> HTTPResponse {
    let time = service.start()
    while true {
      do {
        return try await service.provider.get(request.path(place), quoting: cursor, time)
      } catch let failure as NoAnswer
        where failure.failure?.reason == .tooLarge && request.count > 1
      {
        request.count = max(request.count / 4, 1)
      }
    }
  }
}

extension SCIMUser {
  /// Whether the name or an answer contains the text, compared case-insensitively. Every name
  /// contains an empty text and `nil`.
  fileprivate func contains(_ search: String?) -> Bool {
    guard let search, !search.isEmpty else { return true }
    let text = search.lowercased()
    return ([userName] + answers.map(\.text)).contains { found in
      let found = found.lowercased()
      // Characters match in any composition; code points also match parts of a character.
      return found.contains(text) || found.unicodeScalars.contains(text.unicodeScalars)
    }
  }
}

extension Account {
  /// Converts a provider's account. If the provider doesn't report whether the account is active,
  /// it is.
  init(_ account: SCIMUser, details: [Detail] = []) {
    self.init(
      id: account.id, username: Username(account.userName),
      created: account.created.map { $0.microseconds / 1_000_000 },
      isActive: account.isActive ?? true, details: details, answers: account.answers)
  }
}
