import Accounts
import HTTP

/// The operations for administrators. The token must permit them.
extension SCIMAccounts: AccountDirectory {
  package func pages(_ query: AccountQuery) -> any AccountPages { SCIMPages(self, query) }

  /// Takes two exchanges once the provider's capabilities are known: some providers return all
  /// details only when an account is requested by id.
  package func account(of username: Username) async throws -> Account? {
    try await answered {
      let time = start()
      let found = try await finder.accounts(named: username.text, time)
      guard let first = found.first else { return nil }
      guard found.count == 1 else {
        throw DirectoryError.unusable(
          "the SCIM provider at \(provider.base) has \(found.count) accounts with this name; "
            + "remove all but one, and make userName unique")
      }
      let change = AccountChange(provider: provider, finder: finder, id: first.id, time: time)
      guard let shown = try await change.look() else { return nil }
      var account = shown.account
      account.answers = attributes.answers(in: shown.tree, hiding: provider.token)
      return Account(account, details: shown.tree.details(hiding: provider.token))
    }
  }

  package func setActive(
    _ isActive: Bool, _ account: Account
  ) async throws -> Bool {
    try await answered { try await change(account).setActive(isActive) }
  }

  package func remove(_ account: Account) async throws -> Bool {
    try await answered { try await change(account).remove() }
  }

  private func change(_ account: Account) throws -> AccountChange {
    // Servers may resolve such a segment to the parent path, and the change would apply to
    // something other than an account.
    guard account.id.contains(where: { $0 != "." }) else {
      throw NoAnswer(.nonsense, "the id is no name of a resource")
    }
    return AccountChange(provider: provider, finder: finder, id: account.id, time: start())
  }
}

extension SCIMAccounts {
  private func answered<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
    do {
      try Task.checkCancellation()
      return try await ask()
    } catch {
      throw translated(error)
    }
  }

  /// The error to show to administrators.
  func translated(_ error: any Error) -> any Error {
    (error as? NoAnswer).map(directoryError) ?? error
  }

  private func directoryError(_ failure: NoAnswer) -> DirectoryError {
    if failure.isUnusable {
      return .unusable("the SCIM provider at \(provider.base) \(failure.detail)")
    }
    guard failure.reason == .unauthorized else { return .unknown(failure.reason) }
    return .unusable(
      "the SCIM provider at \(provider.base) refuses this program: \(failure.detail); give a token "
        + "that may read, change and delete users with --scim-token-file or SIGNUP_BOT_SCIM_TOKEN")
  }
}
