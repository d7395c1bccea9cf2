import Accounts
import Chat
import Conversation
import Glibc
import Secrets
import Transcripts

/// A conversation without a terminal. Its output is itself a transcript.
struct PipedTalk {
  let given: RawSettings
  let file: String?
  let time: RealTime

  private var name: String { file ?? "stdin" }

  func run() async throws -> Outcome {
    let reader = LineReader(descriptor: try openInput(), name: name)
    let first = try reader.next()
    if case .bytes(let line) = first, line.withBytes({ Script.begins(with: $0) }) {
      return try await runScript(line.withBytes(Array.init) + [0x0A] + (try reader.rest()))
    }
    return try await runBare(reader, first)
  }

  private func openInput() throws -> Int32 {
    guard let file else { return 0 }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: file, errno: errno)
    }
    return descriptor
  }

  private func runScript(_ bytes: [UInt8]) async throws -> Outcome {
    let run = try ScriptRun(
      try Script(parsing: bytes), given: given, in: Surroundings.forSettings,
      outside: Surroundings.secrets, fallbacks: Surroundings.addFallbacks)
    let write = try output(run.settings)
    let result = try await run.run(clock: time, executor: time, write: write)
    if result.unusedAnswers > 0 {
      Exit.complain("\(name): the conversation ended; answers not used: \(result.unusedAnswers)")
    }
    Exit.explain(result.outcome)
    return result.outcome
  }

  private func runBare(_ reader: LineReader, _ first: LineReader.Line) async throws -> Outcome {
    var raw = given
    try Surroundings.addFallbacks(to: &raw)
    let settings = try Settings(raw, in: Surroundings.forSettings)
    let writer = TranscriptWriter(
      seed: settings.world.seed, holdsTurns: false, write: try output(settings))
    try writer.begin(settings: settings.forTranscripts)
    let frontend = BareFrontend(
      reader: reader, firstLine: first, writer: writer, catalogue: settings.catalogue,
      keepsGoing: settings.keepGoing, saysYes: settings.yes)
    let outcome = try await settings.driver(frontend, clock: time, executor: time).run()
    Exit.explain(outcome, at: frontend.malformedLine.map { "\(name):\($0): " } ?? "")
    return outcome
  }

  /// Where the transcript goes: stdout, and the recording if one is wanted.
  private func output(_ settings: Settings) throws -> (String) throws -> Void {
    let stdout = OutputStream(descriptor: 1, name: "stdout")
    guard let path = settings.record else { return { try stdout.write($0) } }
    let recording = try OutputStream(path: path)
    return {
      try stdout.write($0)
      try recording.write($0)
    }
  }
}
