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
