import Accounts
import ArgumentParser
import Chat
import Glibc
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
