import ArgumentParser
import Chat
import Glibc
import Replay
import Transcripts

/// Replays transcripts in virtual time and compares the results with the transcripts.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay transcripts in virtual time and compare the results.",
    discussion: """
      The exit status is 0 if all transcripts agree, 3 if one differs, 65 if one is malformed, and 74 if one \
      can't be read. The line "@ expect-failure why" in a transcript says that it is expected to differ.
      """)

  @OptionGroup var options: ReplayOptions

  func run() throws {
    Process.prepare()
    do {
      let run = try ReplayRun(options)
      if options.list { return try run.list() }
      let status = options.watch ? try run.watch() : try run.once()
      if status != 0 { throw Exit(status) }
    } catch {
      throw Exit.status(for: error, input: "replay")
    }
  }
}
