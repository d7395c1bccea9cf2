import Accounts
import Secrets
import Testing

extension AccountDirectoryContract {
  /// The requirements of listings of accounts.
  package enum ListingRule: CaseIterable, Sendable {
    case `an empty service lists no accounts`
    case `each account is listed once, in the requested order`
    case `an order that the service does not support is unsupported`
    case `the limit of a listing is respected`
    case `a search finds names that contain the text, ignoring case`
    case `nothing in a search is a pattern`
    case `accounts created or removed during a listing do not disturb it`
  }

  func check(_ rule: ListingRule) async throws {
    switch rule {
    case .`an empty service lists no accounts`:
      let service = try await service()
      for order in orders {
        #expect(try await list(service, AccountQuery(order: order)).isEmpty)
      }
      #expect(try await service.account(of: Username("anna")) == nil)

    case .`each account is listed once, in the requested order`:
      let service = try await service(Names.all)
      for order in orders {
        let accounts = try await list(service, AccountQuery(order: order))
        #expect(Set(accounts.map(\.username)) == Set(Names.all))
        #expect(Set(accounts.map(\.id)).count == Names.all.count)
        #expect(accounts.allSatisfy { $0.isActive && $0.details.isEmpty })
        switch order {
        case .name: #expect(accounts.map(\.username) == Names.sorted)
        case .created:
          let times = accounts.compactMap(\.created)
          #expect(times == times.sorted())
        }
        let reversed = try await list(service, AccountQuery(order: order, isReversed: true))
        #expect(reversed == accounts.reversed())
      }

    case .`an order that the service does not support is unsupported`:
      let service = try await service(Array(Names.all.prefix(2)))
      for order in AccountQuery.Order.allCases where !orders.contains(order) {
        do {
          _ = try await list(service, AccountQuery(order: order))
          Issue.record("\(order) is listed")
        } catch DirectoryError.unsupported(let why) {
          #expect(!why.isEmpty)
        }
      }

    case .`the limit of a listing is respected`:
      let service = try await service(Names.all)
      for order in orders {
        let all = try await list(service, AccountQuery(order: order))
        for limit in [0, 1, 2, 3, 7, Names.all.count, Names.all.count + 1, Int.max] {
          let some = try await list(service, AccountQuery(order: order, limit: limit))
          #expect(some == Array(all.prefix(limit)), "\(limit)")
        }
      }

    case .`a search finds names that contain the text, ignoring case`:
      let service = try await service(Names.all)
      for text in ["anna", "ANNA", "aNn"] {
        let found = try await list(service, AccountQuery(search: text, order: orders[0]))
        #expect(Set(found.map(\.username.text)) == ["anna", "anna2", "JOHANNA"], "\(text)")
        let reversed = try await list(
          service, AccountQuery(search: text, order: orders[0], isReversed: true))
        #expect(reversed == found.reversed())
        let first = try await list(
          service, AccountQuery(search: text, order: orders[0], limit: 2))
        #expect(first == Array(found.prefix(2)))
      }
      #expect(try await list(service, AccountQuery(search: "z", order: orders[0])).count == 2)
      #expect(try await list(service, AccountQuery(search: "annaa", order: orders[0])).isEmpty)

    case .`nothing in a search is a pattern`:
      let service = try await service(literals + Names.all)
      for name in literals {
        let found = try await list(service, AccountQuery(search: name.text, order: orders[0]))
        #expect(found.map(\.username) == [name])
      }
      for text in [
        "%", "_", "*", "?", "[", "]", "\\", "\"", "'", "\") or (\"a\" eq \"a", "' or ''='",
      ] {
        let found = try await list(service, AccountQuery(search: text, order: orders[0]))
        #expect(
          Set(found.map(\.username)) == Set(literals.filter { $0.text.contains(text) }), "\(text)")
      }

    case .`accounts created or removed during a listing do not disturb it`:
      for order in orders {
        for isReversed in [false, true] {
          let service = try await service(Names.all)
          let query = AccountQuery(order: order, isReversed: isReversed)
          let whole = try await list(service, query)
          try #require(whole.count == Names.all.count)
          var pages = pages(service, query)
          let first = try #require(try await pages.next())
          // One that was listed, the last one listed, and one that is still to come.
          var removed: Set<Username> = []
          for account in [whole[0], first[first.count - 1], whole[whole.count - 2]] {
            if try await service.remove(account) { removed.insert(account.username) }
          }
          for name in ["aaron", "claudia", "zoe"] { try await signUp(Username(name), service) }
          let listed = first + (try await rest(of: pages))
          let made = Set(["aaron", "claudia", "zoe"].map { Username($0) })
          let stayed = whole.filter { !removed.contains($0.username) }.map(\.username)
          let seen = listed.map(\.username)
          #expect(
            seen.filter { !removed.contains($0) && !made.contains($0) } == stayed, "\(order)")
          #expect(Set(seen).count == seen.count, "\(order)")
        }
      }
    }
  }
}
