import Accounts
import Secrets
import Testing

/// The requirements of `AccountDirectory`, to be tested on every conformer. A conformer's test
/// takes all rules as its arguments and checks each:
/// `try await AccountDirectoryContract(…).check(rule)`.
package struct AccountDirectoryContract<Service: AccountService & AccountDirectory> {
  /// Creates a service without accounts, a new one each time.
  let service: @Sendable () async throws -> Service
  /// Creates a service of the same kind that never answers.
  let unreachable: @Sendable () async throws -> Service
  /// Lists a service's accounts in small pages, so that the contract's twelve accounts take
  /// several.
  let pages: @Sendable (Service, AccountQuery) -> any AccountPages
  /// The orders that the service supports. Any other is `unsupported`.
  let orders: [AccountQuery.Order]
  /// Whether a user who signed up can sign in, so that the contract can check that a disabled
  /// account can't.
  let signsIn: Bool
  /// Names with the special characters of various search languages. All of them can be signed up.
  let literals: [Username]
  /// Answers that the service can keep, if it keeps any. No two have the same name.
  let answers: [Answer]
  /// Whether a search also finds accounts by their answers.
  let searchesAnswers: Bool

  package init(
    service: @escaping @Sendable () async throws -> Service,
    unreachable: @escaping @Sendable () async throws -> Service,
    pages: @escaping @Sendable (Service, AccountQuery) -> any AccountPages = { $0.pages($1) },
    orders: [AccountQuery.Order] = AccountQuery.Order.allCases, signsIn: Bool = true,
    literals: [Username] = ["50%", "a_b", "a*b", "[ab]", "a\\b", "a\"b", "a'b"].map {
      Username($0)
    },
    answers: [Answer] = Self.difficultAnswers, searchesAnswers: Bool = true
  ) {
    (self.answers, self.searchesAnswers) = (answers, searchesAnswers)
    (self.service, self.unreachable, self.pages) = (service, unreachable, pages)
    (self.orders, self.signsIn, self.literals) = (orders, signsIn, literals)
  }

  /// The requirements, by name. See `AccountServiceContract.Rule`.
  package enum Rule: CaseIterable, Sendable {
    case listing(ListingRule)
    case account(AccountRule)
    case answers(AnswersRule)

    package static var allCases: [Rule] {
      ListingRule.allCases.map(Rule.listing) + AccountRule.allCases.map(Rule.account)
        + AnswersRule.allCases.map(Rule.answers)
    }
  }

  /// Creates services and checks a rule on them.
  package func check(_ rule: Rule) async throws {
    switch rule {
    case .listing(let rule): try await check(rule)
    case .account(let rule): try await check(rule)
    case .answers(let rule): try await check(rule)
    }
  }

  private static var password: Secret { Secret("xqzv-kjwp-fmgh-ty9A") }

  func service(_ names: [Username]) async throws -> Service {
    let service = try await service()
    for name in names { try await signUp(name, service) }
    return service
  }

  func signUp(_ name: Username, _ answers: [Answer], _ service: Service) async throws {
    let result = try await service.signUp(registration(name, answers))
    guard case .signedUp = result else {
      Issue.record("\(name) is not signed up: \(result)")
      return
    }
  }

  func signUp(_ name: Username, _ service: Service) async throws {
    try await signUp(name, [], service)
  }

  func registration(_ name: Username, _ answers: [Answer]) -> Registration {
    Registration(username: name, password: Self.password, answers: answers)
  }

  func signIn(_ name: Username, _ service: Service) async throws -> SignInResult {
    try await service.signIn(Credentials(username: name, password: Self.password))
  }

  func list(_ service: Service, _ query: AccountQuery = AccountQuery()) async throws
    -> [Account]
  {
    try await rest(of: pages(service, query))
  }

  func rest(of pages: any AccountPages) async throws -> [Account] {
    var pages = pages
    var accounts: [Account] = []
    while let page = try await pages.next() {
      #expect(!page.isEmpty, "a page must have at least one account")
      accounts += page
    }
    let after = try await pages.next()
    #expect(after == nil, "after the end, there must be no more pages")
    return accounts
  }

  func account(_ name: Username, _ service: Service) async throws -> Account {
    try #require(try await service.account(of: name), "\(name) is not found")
  }
}

/// The names that are signed up in the contract.
enum Names {
  /// In no particular order. Sorted by identity: anna, anna2, bert, …, kim.
  static let all = [
    "Dora", "anna", "emil", "Bert", "kim", "clara", "anna2", "fritz", "Gerd", "JOHANNA", "ida",
    "heinz",
  ].map { Username($0) }
  static let sorted = [
    "anna", "anna2", "Bert", "clara", "Dora", "emil", "fritz", "Gerd", "heinz", "ida", "JOHANNA",
    "kim",
  ].map { Username($0) }
}
