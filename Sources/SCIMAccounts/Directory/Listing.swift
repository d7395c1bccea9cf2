import Accounts
import HTTP

/// A provider's accounts as they come. A page of the provider's is kept, and no more.
///
/// What a page holds that doesn't match is left out here, since some providers ignore filters: one call of
/// `next` may go through many pages then. Each page may take as long as a call of the service.
struct Listing: AccountPages {
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
  ///   - size: the most accounts of a page.
  ///   - ration: how many accounts may come in all.
  init(
    _ service: SCIMAccounts, _ query: AccountQuery, size: Int = 100, ration: Ration = Ration()
  ) {
    (self.service, self.query, self.size, self.ration) = (service, query, size, ration)
    left = query.limit ?? Int.max
  }

  mutating func next() async throws -> [Accounts.Account]? {
    while left > 0, let page = try await page() {
      let accounts = page.filter { $0.isNamed(with: query.search) }.prefix(left)
      if accounts.isEmpty { continue }
      left -= accounts.count
      return accounts.map { Accounts.Account($0) }
    }
    return nil
  }

  /// What is new on the provider's next page, which may be nothing; nil after the last. Where it throws, the
  /// same page may be asked for again.
  private mutating func page() async throws -> [Account]? {
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
        let page = try ListPage(try await response(&request, place))
        let new = try paging.take(page)
        state = .reading(request, paging)
        return new
      }
    } catch {
      throw service.translated(error)
    }
  }

  /// Tries the requests one after the other, as long as the provider doesn't understand them.
  private mutating func firstPage() async throws -> [Account] {
    let config = try await service.config()
    let candidates = ListRequest.candidates(
      query, size: size, config, filterWorks: service.finder.knowledge.filterWorks)
    var why = "it doesn't say that it sorts"
    for (index, candidate) in candidates.enumerated() {
      var request = candidate
      var paging: any Paging =
        config?.hasCursors == true ? CursorPaging(ration) : IndexPaging(ration)
      let response = try await response(&request, paging.place ?? "")
      let isPlain = index == candidates.count - 1 && request.order == nil
      if [400, 501].contains(response.status) && !isPlain {
        why = Refusal(response, password: nil, token: service.provider.token).why
        continue
      }
      let new = try paging.take(try ListPage(response))
      state = .reading(request, paging)
      return new
    }
    throw DirectoryError.unsupported(
      "the SCIM provider at \(service.provider.base) can't list accounts by "
        + "\(query.order.rawValue): \(why)")
  }

  /// Asks for fewer accounts from then on where a page is larger than an answer may be: some providers show
  /// all of an account, whatever they are asked for.
  private func response(
    _ request: inout ListRequest, _ place: String
  ) async throws -> HTTPResponse {
    let time = service.start()
    while true {
      do {
        return try await service.provider.get(request.path(place), time)
      } catch let failure as HTTPFailure where failure.reason == .tooLarge && request.count > 1 {
        request.count = max(request.count / 4, 1)
      }
    }
  }
}

extension Account {
  /// Whether the name holds a text, wherever, without regard to case; the empty one and nil are held by all.
  fileprivate func isNamed(with search: String?) -> Bool {
    guard let search, !search.isEmpty else { return true }
    let (name, text) = (userName.lowercased(), search.lowercased())
    // By characters, one is the same however it is composed; by code points, parts of one are found as well.
    return name.contains(text) || name.unicodeScalars.contains(text.unicodeScalars)
  }
}

extension Accounts.Account {
  /// As the provider shows it; one that doesn't say whether accounts are active has only active ones.
  init(_ account: Account, details: [Detail] = []) {
    self.init(
      id: account.id, username: Username(account.userName),
      created: account.created.map { $0.microseconds / 1_000_000 },
      isActive: account.isActive ?? true, details: details)
  }
}
