import ArgumentParser
import Chat
import Conversation
import Glibc
import Terminal
import Transcripts

/// Holds the conversation: at a terminal, or with what a pipe or a file says.
struct TalkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "talk",
    abstract: "Hold the conversation; this is what signup-bot does when no subcommand is named.")

  @OptionGroup var options: Options

  @Argument(help: "A transcript or a file of bare answers, in place of the input.")
  var file: String?

  func run() async throws {
    Process.prepare()
    do {
      let status: Int32
      if file == nil && isatty(0) == 1 {
        status = try await TerminalTalk(given: options.raw).run().exitStatus
      } else {
        status = try await PipedTalk(given: options.raw, file: file).run()
      }
      if status != 0 { throw ExitCode(status) }
    } catch {
      throw Exit.status(for: error, input: file ?? "stdin")
    }
  }
}
