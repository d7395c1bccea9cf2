import Accounts

/// The pages of a listing, of which the first two are read in advance, to detect whether they are
/// all.
struct PagesAhead {
  private let caretaker: Caretaker
  private var rest: any AccountPages
  /// The accounts that were read in advance and have not been returned yet.
  private(set) var ahead: [Account] = []
  /// Whether there are no accounts after `ahead`.
  private(set) var isWhole = false

  init(_ query: AccountQuery, from caretaker: Caretaker) throws {
    self.caretaker = caretaker
    rest = caretaker.directory.pages(query)
    for _ in 0..<2 where !isWhole {
      if let page = try page() { ahead += page } else { isWhole = true }
    }
  }

  mutating func next() throws -> [Account]? {
    if !ahead.isEmpty {
      defer { ahead = [] }
      return ahead
    }
    return isWhole ? nil : try page()
  }

  /// The service's next page.
  private mutating func page() throws -> [Account]? {
    let page: [Account]?
    (page, rest) = try caretaker.call { [rest] _ in
      var rest = rest
      return (try await rest.next(), rest)
    }
    return page
  }
}
