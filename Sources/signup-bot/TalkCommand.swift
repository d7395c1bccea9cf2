import ArgumentParser
import Chat
import Conversation
import Glibc
import Runtime
import Transcripts

/// Conducts the conversation, at a terminal or with the input of a pipe or a file.
struct TalkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "talk",
    abstract: "Conduct a conversation; this is the default subcommand.")

  @OptionGroup var options: Options

  @Argument(
    help: "A transcript or a file of bare answers to read instead of standard input.",
    completion: .file())
  var file: String?

  func run() throws {
    if let file, let subcommand = Subcommands.mistyped(file) {
      throw Subcommands.complain(of: file, meaning: subcommand)
    }
    try Self.conduct(options.settings, file: file)
  }

  /// - Parameter file: the path of the file to read instead of the standard input; `nil` for the
  ///   standard input.
  static func conduct(_ raw: RawSettings, file: String?) throws {
    Process.prepare()
    StopReport.shared.begin()
    do {
      let isAtTerminal = file == nil && isatty(0) == 1
      let time = isAtTerminal ? Process.timeAtTerminal() : RealTime(ContinuousClock())
      let result = Result {
        defer { Services.shared.close(in: time) }
        if isAtTerminal {
          return try TerminalTalk(given: raw, host: ProgramHost(), time: time).run().exitStatus
        }
        return try PipedTalk(given: raw, file: file, host: ProgramHost(), time: time).run()
      }
      // Keep the recording of a failed run as well.
      let finishing = Result { try Recording.finish() }
      let status = try result.get()
      try finishing.get()
      if status != 0 { throw Exit(status) }
    } catch {
      StopReport.shared.tell()
      throw Exit.status(for: error, input: file ?? "stdin")
    }
  }
}
