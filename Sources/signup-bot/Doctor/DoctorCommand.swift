import Accounts
import ArgumentParser
import Chat
import Terminal
import Transcripts

/// Looks at all that a conversation with these settings needs, and says what to do where something is amiss.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look at the locale, the terminal and the service, and say what to mend.",
    discussion: """
      Takes the options of a conversation. A service that allows it is probed: an account with a random \
      name is made and removed again. The status is 78 when there is an error.
      """)

  @OptionGroup var options: Options

  func run() throws {
    Process.prepare()
    do {
      let time = RealTime(ContinuousClock())
      let raw = options.raw
      let worst = try time.run { try await Examination(given: raw, time: time).run() }
      if worst == .error { throw Exit.unusable }
    } catch {
      throw Exit.status(for: error, input: "doctor")
    }
  }
}
