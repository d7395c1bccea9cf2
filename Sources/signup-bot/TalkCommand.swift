import ArgumentParser
import Chat
import Conversation
import Glibc
import Threads
import Transcripts

/// Holds the conversation: at a terminal, or with what a pipe or a file says.
struct TalkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "talk",
    abstract: "Hold the conversation; this is what signup-bot does when no subcommand is named.")

  @OptionGroup var options: Options

  @Argument(
    help: "A transcript or a file of bare answers, in place of the input.", completion: .file())
  var file: String?

  func run() throws {
    if let file, let subcommand = Subcommands.mistyped(file) {
      throw Subcommands.complain(of: file, meaning: subcommand)
    }
    try Self.hold(options.settings, file: file)
  }

  /// - Parameter file: what is read in place of the input; nil for the input.
  static func hold(_ raw: RawSettings, file: String?) throws {
    Process.prepare()
    do {
      let time = RealTime(ContinuousClock())
      let result = Result {
        try Services.closing(on: time) {
          if file == nil && isatty(0) == 1 {
            // What works at a terminal cannot report later that it got no thread.
            guard BlockingThread().add({}) else { throw NoThread() }
            return try await TerminalTalk(given: raw, time: time).run().exitStatus
          }
          return try await PipedTalk(given: raw, file: file, time: time).run()
        }
      }
      // Also of a run that failed, what was said is kept.
      let finishing = Result { try Recording.finish() }
      let status = try result.get()
      try finishing.get()
      if status != 0 { throw ExitCode(status) }
    } catch {
      throw Exit.status(for: error, input: file ?? "stdin")
    }
  }
}
