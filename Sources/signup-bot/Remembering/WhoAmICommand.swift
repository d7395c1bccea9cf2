import Accounts
import ArgumentParser
import Chat
import Runtime
import Text

/// Prints who is signed in on this machine.
struct WhoAmICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: "Print who is signed in on this machine.",
    discussion: """
      The exit status is 0 if someone is signed in, or if the service has no sessions and a username is \
      remembered. It is 1 if no one is signed in.
      """)

  func run() throws {
    Process.prepare()
    do {
      guard let known = try RememberedFile.located().read() else {
        Exit.complain("no one is signed in")
        throw Exit(1)
      }
      guard let username = try Self.username(of: known) else {
        Exit.complain("the session of \(known.username) has ended")
        throw Exit(1)
      }
      try OutputStream(descriptor: 1, name: "stdout").write(escapingControls(username) + "\n")
    } catch {
      throw RememberedSession.status(for: error)
    }
  }

  /// - Returns: `nil` if the session has ended.
  private static func username(of known: Remembered) throws -> String? {
    if known.token != nil { return try RememberedSession(of: known)?.user()?.text }
    // The store has sessions, so a username without a token proves nothing.
    return known.service == ServiceName.sqlite.rawValue ? nil : known.username
  }
}
