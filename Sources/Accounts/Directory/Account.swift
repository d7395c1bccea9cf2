/// An account, as an administrator sees it.
package struct Account: Equatable, Sendable {
  /// The service's own identifier. It is never reused for another account.
  package let id: String
  /// As it was given when the account was created.
  package let username: Username
  /// Seconds since 1970; `nil` if the service doesn't report it.
  package let created: Int64?
  /// Whether users can sign in to the account.
  package let isActive: Bool
  /// What else the service knows about it, in its own words, such as an e-mail address. Empty in a
  /// listing.
  package var details: [Detail]
  /// The answers to the operator's own questions that are kept with the account.
  package var answers: [Answer]

  package struct Detail: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(
    id: String, username: Username, created: Int64?, isActive: Bool, details: [Detail] = [],
    answers: [Answer] = []
  ) {
    self.id = id
    self.username = username
    self.created = created
    self.isActive = isActive
    self.details = details
    self.answers = answers
  }
}
