import Accounts
import Secrets
import Testing

/// What every conformer of `AccountDirectory` must hold. A conformer's test is one line:
/// `try await AccountDirectoryContract(…).hold()`.
package struct AccountDirectoryContract<Service: AccountService & AccountDirectory> {
  /// Makes a service without any account, a new one each time.
  let service: @Sendable () async throws -> Service
  /// Makes a service of the same kind of which nobody answers.
  let unreachable: @Sendable () async throws -> Service
  /// Lists a service's accounts in pages of a few, so that the contract's dozen take several.
  let pages: @Sendable (Service, AccountQuery) -> any AccountPages
  /// The orders that the service can list in. Any other is `unsupported`.
  let orders: [AccountQuery.Order]
  /// Whether those who were signed up can be signed in, and so a disabled account be seen to let nobody in.
  let signsIn: Bool
  /// Names that hold what is special in some language of searches. All of them can be signed up.
  let literals: [Username]

  package init(
    service: @escaping @Sendable () async throws -> Service,
    unreachable: @escaping @Sendable () async throws -> Service,
    pages: @escaping @Sendable (Service, AccountQuery) -> any AccountPages = { $0.pages($1) },
    orders: [AccountQuery.Order] = AccountQuery.Order.allCases, signsIn: Bool = true,
    literals: [Username] = ["50%", "a_b", "a*b", "[ab]", "a\\b", "a\"b", "a'b"].map { Username($0) }
  ) {
    (self.service, self.unreachable, self.pages) = (service, unreachable, pages)
    (self.orders, self.signsIn, self.literals) = (orders, signsIn, literals)
  }

  package func hold() async throws {
    try await `where there are no accounts, none are listed`()
    try await `each account is listed once, in the order that was asked for`()
    try await `an order that the service hasn't is unsupported`()
    try await `no more are listed than were asked for`()
    try await `a search finds what a name holds, without regard to case`()
    try await `nothing in a search is a pattern`()
    try await `what is made or removed during a listing disturbs it not`()
    try await `an account is found by its name as at a sign-up`()
    try await `a disabled account lets nobody in and keeps its name, until it is enabled`()
    try await `a removed account is gone, and its name is free`()
    try await `a later account of the same name is another one`()
    try await `no call tells of a password`()
    try await `where nobody answers, nothing is known and nothing is done`()
    try await `a cancelled call does nothing`()
  }

  private static var password: Secret { Secret("xqzv-kjwp-fmgh-ty9A") }

  func service(_ names: [Username]) async throws -> Service {
    let service = try await service()
    for name in names { try await signUp(name, service) }
    return service
  }

  func signUp(_ name: Username, _ service: Service) async throws {
    let result = try await service.signUp(Registration(username: name, password: Self.password))
    guard case .signedUp = result else {
      Issue.record("\(name) is not signed up: \(result)")
      return
    }
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
      #expect(!page.isEmpty, "a page has one account at least")
      accounts += page
    }
    let after = try await pages.next()
    #expect(after == nil, "the end stays the end")
    return accounts
  }

  func account(_ name: Username, _ service: Service) async throws -> Account {
    try #require(try await service.account(of: name), "\(name) is not found")
  }
}

/// Who is signed up in the contract.
enum Names {
  /// In an order that is none. Their identities in order: anna, anna2, bert, …, kim.
  static let all = [
    "Dora", "anna", "emil", "Bert", "kim", "clara", "anna2", "fritz", "Gerd", "JOHANNA", "ida",
    "heinz",
  ].map { Username($0) }
  static let sorted = [
    "anna", "anna2", "Bert", "clara", "Dora", "emil", "fritz", "Gerd", "heinz", "ida", "JOHANNA",
    "kim",
  ].map { Username($0) }
}
