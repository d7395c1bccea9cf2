import Accounts
import GRDB
import Secrets
import Synchronization

/// Sessions of users who asked to be remembered.
extension SQLiteAccounts {
  /// The duration of a session in seconds: 30 days.
  package static let sessionLength: Int64 = 30 * 86_400

  package struct Session: Equatable, Sendable {
    /// As it was given when the account was created.
    package let username: Username
    /// Seconds since 1970.
    package let expires: Int64
  }

  /// Begins a session for a user who has just signed in.
  ///
  /// - Returns: The session, or `nil` if the account is missing, disabled, or not the one that was
  ///   signed in to: while its owner is being asked, an account may be removed and its name given
  ///   to another.
  package func beginSession(
    of username: Username
  ) async throws -> (token: SessionToken, session: Session)? {
    guard let name = AccountName(username) else { return nil }
    let token = SessionToken()
    let now = self.now()
    let entered = lastEntered.withLock { $0?.key == name.key ? $0?.id : nil }
    let session = try await inStore { db -> Session? in
      try db.execute(sql: "DELETE FROM sessions WHERE expires <= ?", arguments: [now])
      let sql = "SELECT id, name FROM accounts WHERE name_key = ? AND disabled = 0"
      let account = try db.row(sql, [name.key]) { row in
        (id: try row.integer("id"), name: try row.text("name"))
      }
      guard let account, entered == nil || entered == account.id else { return nil }
      let expires = now + Self.sessionLength
      try db.execute(
        sql: "INSERT INTO sessions (token_hash, account, created, expires) VALUES (?, ?, ?, ?)",
        arguments: [token.hash, account.id, now, expires])
      return Session(username: Username(account.name), expires: expires)
    }
    return session.map { (token, $0) }
  }

  /// Returns the session of a token, or `nil` if it has expired or was revoked, or if its account
  /// is removed or disabled.
  package func session(of token: SessionToken) async throws -> Session? {
    let now = self.now()
    // A session that expires later than one that begins now is from before the clock went back.
    return try await inStore { db in
      try db.row(
        """
        SELECT name, expires FROM sessions JOIN accounts ON accounts.id = account
        WHERE token_hash = ? AND expires > ? AND expires <= ? AND disabled = 0
        """, [token.hash, now, now + Self.sessionLength]
      ) { row in
        Session(username: Username(try row.text("name")), expires: try row.integer("expires"))
      }
    }
  }

  /// Ends a session permanently. Does nothing if there is none.
  package func endSession(of token: SessionToken) async throws {
    try await inStore { db in
      try db.execute(
        sql: "DELETE FROM sessions WHERE token_hash = ?", arguments: [token.hash])
    }
  }
}
