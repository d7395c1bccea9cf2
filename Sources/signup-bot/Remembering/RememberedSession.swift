import Accounts
import Chat
import Glibc
import Runtime
import SQLiteAccounts

/// The session of the remembered user, in its store.
struct RememberedSession {
  private let token: SessionToken
  private let accounts: SQLiteAccounts
  private let time = RealTime(ContinuousClock())

  /// Returns `nil` if there is none. If the store is gone, there is none, and no new store is
  /// created.
  init?(of known: Remembered) throws {
    guard let token = known.token.flatMap(SessionToken.init), access(known.place, F_OK) == 0 else {
      return nil
    }
    self.token = token
    accounts = try SQLiteAccounts(
      path: known.place, timeout: .seconds(10), clock: time.clock, now: { Int64(Glibc.time(nil)) })
  }

  /// Returns the session's user; `nil` if the session has ended.
  func user() throws -> Username? {
    try time.run { [accounts, token] in try await accounts.session(of: token)?.username }
  }

  func end() throws {
    try time.run { [accounts, token] in try await accounts.endSession(of: token) }
  }

  /// Reports an error of a session or of the remembered user's file. Returns the exit status.
  static func status(for error: any Error) -> Exit {
    switch error {
    case is RememberedFileError, is SQLiteStoreError:
      Exit.complain(String(describing: error))
      return Exit.unusable
    default: return Exit.status(for: error, input: "session.json")
    }
  }
}
