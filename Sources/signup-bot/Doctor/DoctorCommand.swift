import Accounts
import ArgumentParser
import Chat
import Runtime
import Transcripts

/// Checks everything that a conversation with these settings needs, and advises how to fix
/// problems.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look at the locale, the terminal and the service, and say what to mend.",
    discussion: """
      A service that allows it is probed: an account with a random \
      name is made and removed again. With --restricted it looks at what surrounds the restricted mode: the \
      operator's file, the login shell and its user, and sshd. As root it tries a store as the store's owner. \
      The status is 78 when there is an error.
      """)

  @OptionGroup var options: DoctorOptions

  func run() throws {
    Process.prepare()
    do {
      let worst = try Self.examine(options.settings)
      if worst == .error { throw Exit.unusable }
    } catch {
      throw Exit.status(for: error, input: "doctor")
    }
  }

  /// Delays signals that would end the program until the accounts that the checks created have been
  /// removed.
  private static func examine(_ raw: RawSettings) throws -> Finding.Level {
    let checkup = CancellableCheckup()
    let interruption = Interruption {
      Exit.complain("interrupted; what was made is removed first (interrupt again to leave it)")
      checkup.cancel()
    }
    defer { interruption.deliver() }
    return try Examination(given: raw, checkup: checkup).run()
  }
}
