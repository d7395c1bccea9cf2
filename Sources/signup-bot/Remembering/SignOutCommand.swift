import ArgumentParser
import Chat
import Runtime
import SQLiteAccounts
import Text

/// Forgets who is signed in on this machine.
struct SignOutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out",
    abstract: "End the session on this machine, and forget who it was.")

  func run() throws {
    Process.prepare()
    do {
      let file = try RememberedFile.located()
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
      throw RememberedSession.status(for: error)
    }
  }

  /// Ends the session in its store, and then removes the file, because a session can't be ended
  /// without its token. If the store is unusable, the file is removed as well.
  private static func end(_ known: Remembered, _ file: RememberedFile) throws {
    do {
      try RememberedSession(of: known)?.end()
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
