import ArgumentParser
import Chat
import Runtime

/// Checks everything that a conversation with these settings needs, and advises how to fix
/// problems.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the locale, the terminal and the service, and say how to fix problems.",
    usage: "signup-bot doctor [<options>]",
    discussion: """
      If the service allows it, an account with a random name is created and removed again as a test. With \
      --restricted, the setup of the restricted mode is checked: the operator's file, the login shell and \
      its user, and sshd. When run as root, it checks a store as the store's owner. The exit status is 78 if there is an error.
      """)

  @OptionGroup var options: DoctorOptions

  func run() throws {
    Process.prepare()
    do {
      if try Self.examine(options.settings) { throw Exit.unusable }
    } catch {
      throw Exit.status(for: error, input: "doctor")
    }
  }

  /// Delays signals that would end the program until the accounts that the checks created have been
  /// removed. Returns whether a finding is an error.
  private static func examine(_ raw: RawSettings) throws -> Bool {
    let checkup = CancellableCheckup()
    let interruption = Interruption {
      Exit.complain("interrupted; removing what was created first (interrupt again to leave it)")
      checkup.cancel()
    }
    defer { interruption.deliver() }
    return try Examination(given: raw, checkup: checkup).run()
  }
}
