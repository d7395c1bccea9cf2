import Accounts
import Chat
import Glibc
import Runtime
import SQLiteAccounts

/// The common part of both commands.
enum RememberedCommand {
  static let noPlace = RememberedFileError(
    path: "session.json", why: "can't be located, because neither XDG_STATE_HOME nor HOME is set")

  /// - Parameter body: called with the remembered user, or `nil` if there is none, and with a
  ///   function that returns the session's user, or `nil` if there is no session to ask about.
  static func run(
    _ body: (Remembered?, (() throws -> Username?)?) throws -> Void
  ) throws {
    Process.prepare()
    do {
      guard let file = RememberedFile() else { throw noPlace }
      let known = try file.read()
      guard let known, let token = known.token else { return try body(known, nil) }
      // If the store is gone, there is no session, and no new store is created.
      guard access(known.place, F_OK) == 0 else { return try body(known) { nil } }
      let time = RealTime(ContinuousClock())
      let accounts = try store(known, time)
      try body(known) {
        guard let token = SessionToken(token) else { return nil }
        return try time.run { try await accounts.session(of: token)?.username }
      }
    } catch {
      throw status(for: error)
    }
  }

  /// Ends a session in its store. Does nothing if the store is gone.
  static func end(_ known: Remembered) throws {
    guard let token = known.token.flatMap(SessionToken.init), access(known.place, F_OK) == 0 else {
      return
    }
    let time = RealTime(ContinuousClock())
    let accounts = try store(known, time)
    try time.run { try await accounts.endSession(of: token) }
  }

  private static func store(_ known: Remembered, _ time: any Time) throws -> SQLiteAccounts {
    try SQLiteAccounts(
      path: known.place, timeout: .seconds(10), clock: time.clock, now: { Int64(Glibc.time(nil)) })
  }

  static func status(for error: any Error) -> any Error {
    switch error {
    case let error as RememberedFileError:
      Exit.complain(error.description)
      return Exit.unusable
    case let error as SQLiteStoreError:
      Exit.complain(error.description)
      return Exit.unusable
    default: return Exit.status(for: error, input: "session.json")
    }
  }
}
