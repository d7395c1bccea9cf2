import Accounts
import ArgumentParser
import Chat
import Glibc
import Runtime
import SQLiteAccounts
import Text
import Transcripts

/// Prints who is signed in on this machine.
struct WhoAmICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: "Print who is signed in on this machine.",
    discussion: """
      The status is 0 where a session is good, or where the service keeps no sessions and the username is \
      remembered; and 1 where no one is signed in.
      """)

  func run() throws {
    try RememberedCommand.run { known, session in
      guard let known else {
        Exit.complain("no one is signed in")
        throw Exit(1)
      }
      // The store has sessions, so a username without a token proves nothing.
      let isNameEnough = known.token == nil && known.service != ServiceName.sqlite.rawValue
      let username = try session?()?.text ?? (isNameEnough ? known.username : nil)
      guard let username else {
        Exit.complain("the session of \(known.username) has ended")
        throw Exit(1)
      }
      try OutputStream(descriptor: 1, name: "stdout").write(escapingControls(username) + "\n")
    }
  }
}

/// Forgets who is signed in on this machine.
struct SignOutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out",
    abstract: "End the session on this machine, and forget who it was.")

  func run() throws {
    Process.prepare()
    do {
      guard let file = RememberedFile() else { throw RememberedCommand.noPlace }
      // A file that can't be read is removed as well.
      let known = try? file.read(isToEnd: true)
      guard let known else {
        let isThere = try file.remove()
        return Exit.complain(
          isThere ? "a file that could not be read was removed" : "no one was signed in")
      }
      try Self.end(known, file)
      try OutputStream(descriptor: 1, name: "stdout")
        .write(escapingControls("\(known.username) is signed out") + "\n")
    } catch {
      throw RememberedCommand.status(for: error)
    }
  }
}

extension SignOutCommand {
  /// Ends the session in its store, and then removes the file, because a session can't be ended
  /// without its token. If the store is unusable, the file is removed as well.
  private static func end(_ known: Remembered, _ file: RememberedFile) throws {
    do {
      try RememberedCommand.end(known)
    } catch let error as SQLiteStoreError where error.problem == .busy {
      Exit.complain("\(error.description); you are still signed in")
      throw Exit.unreachable
    } catch {
      _ = try file.remove()
      throw error
    }
    _ = try file.remove()
  }
}

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
