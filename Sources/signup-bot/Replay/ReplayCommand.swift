import ArgumentParser
import Chat
import Glibc
import Replay
import Transcripts

/// Replays transcripts in virtual time and compares the results with the transcripts.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Hold transcripts in virtual time and compare what comes of them.",
    discussion: """
      The status is 0 when all agree, 3 when one differs, 65 when one is broken, and 74 when one can't \
      be read. A line "@ expect-failure why" in a transcript says that it differs for now.
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

/// The options of `replay`.
struct ReplayOptions: ParsableArguments {
  @Argument(
    help: "Transcripts, and folders to look for *.chat files in.",
    completion: .file(extensions: ["chat"]))
  var paths: [String] = ["transcripts"]

  @Option(
    help: ArgumentHelp("How many to hold at a time; the processors otherwise.", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Only files whose path holds this text, or fits this pattern of *, ? and [].",
      valueName: "text"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "Hold them in an order drawn from a number, or from \"random\".",
      valueName: "seed"),
    completion: .list(["random"]))
  var shuffle: String?

  @Flag(help: "Print the files that would be held, and hold none.")
  var list = false

  @Flag(help: "Go on, and tell of all of them again after each change.")
  var watch = false

  @Flag(help: "End after the first file that is not as it should be.")
  var failFast = false

  @Flag(help: "Let the environment and the configuration file have their say.")
  var inherit = false

  @Flag(help: "Show each change, and rewrite the files that are to change.")
  var update = false

  @Option(
    help: "How to tell of it: text, tap, junit, github or jsonl.",
    completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var report: String?

  @Option(
    help: "The same as --report, for text and jsonl.", completion: .list(["text", "jsonl"]))
  var format: String?

  @Flag(help: "Say what no transcript reached.")
  var coverage = false

  @Option(
    help: ArgumentHelp("Status 3 where a part of the coverage is below this.", valueName: "percent")
  )
  var coverageMin: Int?

  @Option(
    help: "Colours: auto, always or never.", completion: .list(["auto", "always", "never"]))
  var color: String?
}
