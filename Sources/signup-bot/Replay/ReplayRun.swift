import Accounts
import Chat
import Glibc
import Replay
import Runtime
import Text
import Transcripts

/// One call of `replay`: it finds the files, replays them and reports the results.
struct ReplayRun {
  private let options: ReplayCommand
  private let format: ReportFormat
  private let hasColour: Bool
  private let shuffleSeed: UInt64?
  private let stdout = OutputStream(descriptor: 1, name: "stdout")

  init(_ options: ReplayCommand) throws {
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
      throw Self.wrong("--update and --watch can't be used together")
    }
  }

  func list() throws {
    let files = try files()
    if files.isEmpty { return try complainOfNone() }
    // For another program, a name is printed unchanged, unless it would look like two names.
    let isShown = isatty(1) == 1
    for file in files {
      let isRaw = !isShown && !file.utf8.contains(0x0A)
      let name = file.utf8.first == UInt8(ascii: "-") ? "./" + file : file
      try stdout.write((isRaw ? name : escapingControls(name)) + "\n")
    }
  }

  /// Replays the files once. Returns the exit status.
  func once() throws -> Int32 {
    let files = try files()
    if files.isEmpty { try complainOfNone() }
    return try replay(files)
  }

  /// Replays all files, and again after each change, until the program is ended. The last report
  /// therefore always describes the whole suite.
  func watch() throws -> Int32 {
    let watcher = try FolderWatcher(options.paths)
    var known = try files()
    if known.isEmpty { try complainOfNone() }
    _ = try replay(known)
    try note("watching for changes (Ctrl-C to stop)")
    while true {
      let change = try watcher.waitForChanges()
      // While files are being moved, there may be none, or not even their folder.
      guard let files = try? files() else { continue }
      let gone = Set(known).subtracting(files).sorted()
      let touched = touched(by: change, of: files)
      known = files
      if touched.isEmpty && gone.isEmpty { continue }
      let names = touched + gone.map { $0 + " (gone)" }
      try note("\nagain, after " + Self.list(names))
      _ = try replay(files)
    }
  }

  private static func list(_ names: [String]) -> String {
    names.count > 3 ? "a change of \(names.count) files" : names.joined(separator: ", ")
  }

  /// Writes a note for a person at a terminal. Machine-readable reports have no place for it.
  private func note(_ text: String) throws {
    if format != .text || isatty(1) != 1 { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try stdout.write(lines.map { escapingControls(String($0)) + "\n" }.joined())
  }

  private func touched(by change: FolderWatcher.Change, of files: [String]) -> [String] {
    guard case .files(let changed) = change, !changed.contains(where: mayConcernAll) else {
      return files
    }
    return files.filter { changed.contains($0) || changed.contains(Path.real($0)) }
  }

  /// Whether a change of a file may affect every transcript. A file other than a transcript may be
  /// a policy that any of them uses, but may also be an editor's temporary file, which is gone by
  /// now.
  private func mayConcernAll(_ path: String) -> Bool {
    if path.hasSuffix(".chat") { return false }
    return path.hasSuffix(".json") || access(path, F_OK) == 0
  }

  private func files() throws -> [String] {
    var files = try TranscriptFiles.find(in: options.paths)
    if let filter = options.filter { files = files.filter { Path.fits($0, filter) } }
    if let shuffleSeed {
      var random = SplitMix64(seed: shuffleSeed)
      files.shuffle(using: &random)
    }
    return files
  }

  private func complainOfNone() throws {
    Exit.complain(
      "no transcript was found" + (options.filter.map { " for --filter \($0)" } ?? ""))
    throw Exit.failedStream
  }

  private func replay(_ files: [String]) throws -> Int32 {
    let suite = Suite(
      Replayer(in: try replayAccess(), notesCoverage: wantsCoverage),
      jobs: options.jobs ?? Process.processors,
      folder: InputFile.folder, read: Self.read)
    let asks = options.update && UpdateSession.canAsk && format == .text
    let report = Report(
      format.reporter(colour: hasColour), stdout, keepsUpdates: options.update,
      showsUpdates: !asks)
    try report.begin(files.count, seed: shuffleSeed)
    let failFast = options.failFast
    let clock = ContinuousClock()
    let stopwatch = Stopwatch(clock)
    try suite.run(files, clock: clock) { result in
      try report.add(result)
      return result.verdict.isGood || !failFast
    }
    try report.end(after: stopwatch.elapsed)
    let results = report.current
    var status = results.status
    if options.update {
      let session = UpdateSession(stdout: stdout, hasColour: hasColour)
      if try session.offer(results.updates) { status = results.statusOfOthers }
    }
    if wantsCoverage, try !tellCoverage(results.reached) {
      status = max(status, Exit.differs.rawValue)
    }
    return status
  }

  private var wantsCoverage: Bool { options.coverage || options.coverageMin != nil }

  /// Prints the coverage where the report's format allows it. Returns whether the coverage reaches
  /// the minimum.
  private func tellCoverage(_ reached: [(path: String, reached: Reached)]) throws -> Bool {
    let coverage = Coverage(reached)
    let text = format.text(of: coverage)
    // Text after the root element would make the XML invalid.
    if format == .junit { Exit.complain("\n" + text) } else { try stdout.write(text) }
    guard let minimum = options.coverageMin, coverage.percent < minimum else { return true }
    Exit.complain("the coverage is \(coverage.percent) %, and --coverage-min requires \(minimum) %")
    return false
  }

  private func replayAccess() throws -> Replayer.Access {
    var result = Replayer.Access(readFile: InputFile.small)
    result.services = Services.forReplay
    guard options.inherit else { return result }
    result.settings = Environment.forSettings
    result.outside = Environment.secrets
    // Read the settings once, and check them, because no transcript is to blame for an error in
    // them.
    result.fallbacks = try Environment.fallbacks()
    _ = try Settings(result.fallbacks, in: result.settings)
    return result
  }

  /// Reads a transcript. The bytes of a name that is not valid UTF-8 are lost in a `String`. The
  /// error then says so, because the file with the changed name is not the one that was meant.
  private static let read: @Sendable (String) -> Result<[UInt8], StreamFailure> = { path in
    let result = InputFile.transcript(path)
    guard case .failure(let error) = result, error.errno == ENOENT,
      path.unicodeScalars.contains("\u{FFFD}")
    else { return result }
    return .failure(StreamFailure(direction: .open, name: path, errno: EILSEQ))
  }
}

extension ReplayRun {
  private static func wrong(_ text: String) -> Exit {
    Exit.complain(text)
    return Exit.usage
  }

  private static func format(_ options: ReplayCommand) throws -> ReportFormat {
    if options.report != nil && options.format != nil {
      throw wrong("--report and --format have the same meaning; use only one of them")
    }
    if let format = options.format, format != "text", format != "jsonl" {
      throw wrong(
        "--format must be text or jsonl" + suggestion(for: format, among: ["text", "jsonl"]))
    }
    let name = options.report ?? options.format ?? ReportFormat.text.rawValue
    guard let format = ReportFormat(rawValue: name) else {
      throw wrong(
        "--report must be " + oneOf(ReportFormat.allCases.map(\.rawValue), not: name))
    }
    return format
  }

  private static func hasColour(_ options: ReplayCommand) throws -> Bool {
    let choice = options.color ?? "auto"
    switch choice {
    case "always": return true
    case "never": return false
    case "auto":
      return isatty(1) == 1 && Environment.variable("NO_COLOR") == nil
        && Environment.variable("CI") == nil && Environment.variable("TERM") ?? "dumb" != "dumb"
    default: throw wrong("--color must be " + oneOf(["auto", "always", "never"], not: choice))
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
