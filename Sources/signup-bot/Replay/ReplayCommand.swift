import ArgumentParser
import Chat
import Replay

/// Replays transcripts in virtual time and compares the results with the transcripts.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay transcripts in virtual time and compare the results.",
    discussion: """
      The exit status is 0 if all transcripts agree, 3 if one differs, 65 if one is malformed, and 74 if one \
      can't be read. The line "@ expect-failure why" in a transcript says that it is expected to differ.
      """)

  @Argument(
    help: ArgumentHelp("Transcripts, and folders to search for *.chat files.", valueName: "path"),
    completion: .file(extensions: ["chat"]))
  var paths: [String] = ["transcripts"]

  @Option(
    help: ArgumentHelp(
      "The number of files to replay at a time; by default, the number of processors.",
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Replay only files whose path contains this text or matches this pattern of *, ? and [].",
      valueName: "text"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "Replay in a random order, with this number or \"random\" as the seed.",
      valueName: "seed"),
    completion: .list(["random"]))
  var shuffle: String?

  @Flag(help: "Print the files that would be replayed, without replaying them.")
  var list = false

  @Flag(help: "Replay again after each change, and report on all files each time.")
  var watch = false

  @Flag(help: "Stop after the first failure.")
  var failFast = false

  @Flag(help: "Use the environment and the configuration file.")
  var inherit = false

  @Flag(help: "Show each change, and rewrite the files that differ after asking.")
  var update = false

  @Option(
    help: "The format of the report: text, tap, junit, github or jsonl.",
    completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var report: String?

  @Option(
    help: "The same as --report, for text and jsonl.", completion: .list(["text", "jsonl"]))
  var format: String?

  @Flag(help: "Report what no transcript reached.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Exit with status 3 if a part of the coverage is below this percentage.", valueName: "percent"
    )
  )
  var coverageMin: Int?

  @Option(
    help: "Colours: auto, always or never.", completion: .list(["auto", "always", "never"]))
  var color: String?

  func run() throws {
    Process.prepare()
    do {
      let run = try ReplayRun(self)
      if list { return try run.list() }
      let status = watch ? try run.watch() : try run.once()
      if status != 0 { throw Exit(status) }
    } catch {
      throw Exit.status(for: error, input: "replay")
    }
  }
}
