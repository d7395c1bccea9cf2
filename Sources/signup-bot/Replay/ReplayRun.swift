import Accounts
import ArgumentParser
import Chat
import Glibc
import Replaying
import Terminal
import Transcripts

/// One call of `replay`: which files, how they are held, and how they are told of.
struct ReplayRun {
  private let options: ReplayOptions
  private let format: ReportFormat
  private let hasColour: Bool
  private let shuffleSeed: UInt64?
  private let stdout = OutputStream(descriptor: 1, name: "stdout")

  init(_ options: ReplayOptions) throws {
    self.options = options
    format = try Self.format(options)
    hasColour = try Self.hasColour(options)
    shuffleSeed = try Self.seed(options.shuffle)
    if let jobs = options.jobs, !(1...1024).contains(jobs) {
      throw Self.wrong("--jobs must be a number from 1 to 1024")
    }
    if let percent = options.coverageMin, !(0...100).contains(percent) {
      throw Self.wrong("--coverage-min must be a number from 0 to 100")
    }
    if options.update && options.watch {
      throw Self.wrong("--update and --watch don't go together")
    }
  }

  func list() throws {
    for file in try files() { try stdout.write(escapingControls(file) + "\n") }
  }

  /// Holds the files once; returns the exit status.
  func once() throws -> Int32 { try hold(try files()) }

  /// Holds the files, and then what changes, until the program is ended.
  func watch() throws -> Int32 {
    let watcher = try FolderWatcher(options.paths)
    _ = try hold(try files())
    while true {
      let changed = try watcher.waitForChanges()
      let files = try files()
      // What is no transcript may be a policy that any of them uses.
      let touched =
        changed.allSatisfy { $0.hasSuffix(".chat") }
        ? files.filter { changed.contains(Path.real($0)) } : files
      if !touched.isEmpty { _ = try hold(touched) }
    }
  }

  private func files() throws -> [String] {
    var files = try TranscriptFiles.find(in: options.paths)
    if let filter = options.filter { files = files.filter { Path.fits($0, filter) } }
    if let shuffleSeed {
      var random = SplitMix64(seed: shuffleSeed)
      files.shuffle(using: &random)
    }
    if files.isEmpty {
      Exit.complain(
        "no transcript was found"
          + (options.filter.map { " for --filter \($0)" } ?? ""))
      throw Exit.failedStream
    }
    return files
  }

  private func hold(_ files: [String]) throws -> Int32 {
    let suite = Suite(
      Replayer(in: try surroundings(), notesCoverage: wantsCoverage),
      jobs: options.jobs ?? Process.processors, read: Surroundings.read)
    let asks = options.update && UpdateSession.canAsk && format == .text
    let report = Report(
      format.reporter(colour: hasColour), stdout, keepsUpdates: options.update,
      showsUpdates: !asks)
    try report.begin(files.count, seed: shuffleSeed)
    let failFast = options.failFast
    let clock = ContinuousClock()
    let start = clock.now
    try suite.run(files, clock: clock) { item in
      try report.add(item)
      return item.finding.verdict.isGood || !failFast
    }
    try report.end(after: clock.now - start)
    var status = report.status
    if options.update {
      status = try UpdateSession(stdout, hasColour: hasColour).offer(report.updates, else: status)
    }
    if wantsCoverage, try !tellCoverage(report.reached) {
      status = max(status, Exit.differs.rawValue)
    }
    return status
  }

  private var wantsCoverage: Bool { options.coverage || options.coverageMin != nil }

  /// Says what was not reached, where the report leaves room for it; false below the minimum.
  private func tellCoverage(_ reached: [(path: String, reached: Reached)]) throws -> Bool {
    let coverage = Coverage(reached)
    let text = format.text(of: coverage)
    // A report in XML has no room for more behind it.
    if format == .junit { Exit.complain("\n" + text) } else { try stdout.write(text) }
    guard let minimum = options.coverageMin, coverage.percent < minimum else { return true }
    Exit.complain("the coverage is \(coverage.percent) %, and --coverage-min wants \(minimum) %")
    return false
  }

  private func surroundings() throws -> Replayer.Surroundings {
    var result = Replayer.Surroundings(readFile: Surroundings.readFile)
    guard options.inherit else { return result }
    result.settings = Surroundings.forSettings
    result.outside = Surroundings.secrets
    result.fallbacks = Surroundings.addFallbacks
    return result
  }
}

extension ReplayRun {
  private static func wrong(_ text: String) -> ExitCode {
    Exit.complain(text)
    return Exit.usage
  }

  private static func format(_ options: ReplayOptions) throws -> ReportFormat {
    if options.report != nil && options.format != nil {
      throw wrong("--report and --format say the same; give one of them")
    }
    if let format = options.format, format != "text", format != "jsonl" {
      throw wrong("--format must be text or jsonl")
    }
    let name = options.report ?? options.format ?? ReportFormat.text.rawValue
    guard let format = ReportFormat(rawValue: name) else {
      throw wrong(
        "--report must be one of " + ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return format
  }

  private static func hasColour(_ options: ReplayOptions) throws -> Bool {
    switch options.color ?? "auto" {
    case "always": return true
    case "never": return false
    case "auto":
      return isatty(1) == 1 && Surroundings.variable("NO_COLOR") == nil
        && Surroundings.variable("CI") == nil && Surroundings.variable("TERM") ?? "dumb" != "dumb"
    default: throw wrong("--color must be one of auto, always, never")
    }
  }

  private static func seed(_ text: String?) throws -> UInt64? {
    guard let text else { return nil }
    if text == "random" { return UInt64.random(in: 0...999_999) }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seed = UInt64(text) else {
      throw wrong("--shuffle must be a whole number, or \"random\"")
    }
    return seed
  }
}
