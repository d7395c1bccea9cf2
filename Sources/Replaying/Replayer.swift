import Accounts
import Chat
import Conversation
import Secrets
import Text
import Transcripts

/// Holds transcripts in virtual time and compares them with what they say.
package struct Replayer: Sendable {
  /// What a transcript may see of the world. By default nothing but the policies' files, so that it comes
  /// out the same everywhere.
  package struct Surroundings: Sendable {
    package var settings: Settings.Surroundings
    package var outside: SecretMaker.Source = { _ in nil }
    /// Makes the services that transcripts name. Calls that wait for another thread or for the world
    /// outside are too late in virtual time.
    package var services: Settings.ServiceMaker = Settings.mockAlone
    /// Takes in what a transcript's own settings win over.
    package var fallbacks: @Sendable (inout RawSettings) throws(SettingError) -> Void = { _ in }

    /// - Parameter readFile: reads a policy's file; nil when it can't be read.
    package init(readFile: @escaping @Sendable (String) -> [UInt8]?) {
      settings = Settings.Surroundings(locale: "C", freshSeed: 0, readFile: readFile)
    }
  }

  private let surroundings: Surroundings
  private let notesCoverage: Bool
  private let memo = SettingsMemo()

  /// - Parameter notesCoverage: whether what the transcripts reach is noted.
  package init(in surroundings: Surroundings, notesCoverage: Bool = false) {
    self.surroundings = surroundings
    self.notesCoverage = notesCoverage
  }

  package init(readFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }) {
    self.init(in: Surroundings(readFile: readFile))
  }

  /// What came of a file.
  package struct Held: Sendable {
    package var verdict: Verdict
    /// How many transcripts stand in the file.
    package var transcripts: Int
    /// Nil where the file is to stay as it is, or where that can't be told.
    package var update: Change?
    /// What was reached; nil where that is not noted.
    package var reached: Reached?
    /// Looks for the file's secrets in what is written about it.
    package let tripwire: Tripwire

    /// A transcript's own secrets are looked for in all of it, and those of the first ones in the whole
    /// file: all secrets in all of a long file would take the square of its length.
    static let mostSecrets = 256
  }

  /// A file as it is, and what it is to say to agree; transcripts that are expected to fail are left as they
  /// are.
  package struct Change: Sendable {
    let oldBytes: [UInt8]
    let newBytes: [UInt8]

    package var old: String { String(decoding: oldBytes, as: UTF8.self) }
    package var new: String { String(decoding: newBytes, as: UTF8.self) }
  }

  /// Holds the transcripts of a file.
  ///
  /// - Parameters:
  ///   - bytes: the file's.
  ///   - folder: the file's, in which the files are that it names; `nil` for the working directory.
  package func hold(_ bytes: [UInt8], in folder: String? = nil) -> Held {
    let pieces = Script.pieces(of: bytes)
    let tripwire = Self.tripwire()
    var held = Held(
      verdict: .agrees, transcripts: pieces.count, update: nil,
      reached: notesCoverage ? Reached() : nil, tripwire: tripwire)
    var update: [UInt8] = []
    var exception: Verdict?
    for piece in pieces {
      let own = pieces.count == 1 ? tripwire : Self.tripwire()
      let result = hold(bytes, piece, own, folder, &held.reached)
      if pieces.count > 1 { tripwire.join(own, most: Held.mostSecrets) }
      switch result {
      case .printed(let got):
        // A file with one transcript is compared as it is, without a copy.
        if update.isEmpty { update = got } else { update += got }
      case .failedAsExpected(let why):
        exception = exception ?? .failedAsExpected(why: why)
        update += bytes[piece.range]
      case .not(let verdict):
        held.verdict = verdict
        return held
      }
    }
    let agrees = update.isSame(as: bytes)
    // One transcript that printed all was looked through already.
    let isLookedThrough = pieces.count == 1 && exception == nil
    if !isLookedThrough, let line = leakingLine(in: agrees ? [update] : [bytes, update], tripwire) {
      held.verdict = .leaks(line: line)
    } else if agrees {
      held.verdict = exception ?? .agrees
    } else {
      held.verdict = difference(bytes, update) ?? exception ?? .agrees
      held.update = Change(oldBytes: bytes, newBytes: update)
    }
    return held
  }

  private static func tripwire() -> Tripwire {
    Tripwire(keepsAll: true, publicText: { Catalogue.everyText + Tripwire.grammar })
  }

  private func difference(_ wanted: [UInt8], _ got: [UInt8]) -> Verdict? {
    Difference(
      wanted: String(decoding: wanted, as: UTF8.self), got: String(decoding: got, as: UTF8.self)
    ).map { .differs($0) }
  }

  /// What came of one transcript of a file.
  private enum PieceResult {
    case printed([UInt8])
    case failedAsExpected(why: String)
    case not(Verdict)
  }

  private func hold(
    _ bytes: [UInt8], _ piece: Script.Piece, _ tripwire: Tripwire, _ folder: String?,
    _ reached: inout Reached?
  ) -> PieceResult {
    var expected: (why: String, line: Int)?
    let wanted = piece.range == bytes.indices ? bytes : Array(bytes[piece.range])
    do {
      let script = try Script(parsing: wanted, firstLine: piece.firstLine)
      expected = script.expectedFailure
      let got = try output(of: script, tripwire, folder, &reached)
      // What is the same byte for byte needs no second look.
      let agrees = got.isSame(as: wanted)
      if let line = leakingLine(in: agrees ? [got] : [wanted, got], tripwire) {
        return .not(.leaks(line: piece.firstLine - 1 + line))
      }
      guard let expected else { return .printed(got) }
      return agrees
        ? .not(.passedUnexpectedly(why: expected.why, line: expected.line))
        : .failedAsExpected(why: expected.why)
    } catch {
      if let expected { return .failedAsExpected(why: expected.why) }
      switch error {
      case let error as TranscriptError: return .not(.broken(error))
      case let error as SettingError: return .not(.unusable(error))
      default:
        return .not(
          .broken(TranscriptError(line: piece.firstLine, .setting(String(describing: error)))))
      }
    }
  }

  /// What holding a transcript prints.
  private func output(
    of script: Script, _ tripwire: Tripwire, _ folder: String?, _ reached: inout Reached?
  ) throws -> [UInt8] {
    var settings = surroundings.settings
    settings.folder = folder
    let run = try ScriptRun(
      script, given: RawSettings(), in: settings, outside: surroundings.outside,
      services: surroundings.services, memo: memo, fallbacks: surroundings.fallbacks)
    let time = VirtualTime()
    let paper = Paper(script, observer: notesCoverage ? Observer(run) : nil)
    let talk = try run.begin(clock: time, executor: time, tripwire: tripwire, sink: paper)
    // A task is for what has to be waited for, and costs more than all that a short conversation says.
    if try talk.runAtOnce() != nil {
      reached?.formUnion(paper.reached)
      return paper.finish()
    }
    let (text, noted) = try time.run {
      _ = try await talk.run()
      return (paper.finish(), paper.reached)
    }
    reached?.formUnion(noted)
    return text
  }

  /// The first line of the texts in which a secret stands.
  private func leakingLine(in texts: [[UInt8]], _ tripwire: Tripwire) -> Int? {
    for text in texts {
      guard let offset = text.withUnsafeBytes({ tripwire.firstHit(in: $0) }) else { continue }
      return text.prefix(offset).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    }
    return nil
  }
}

/// Takes down what is printed.
private final class Paper: LineSink {
  private let script: Script
  private let observer: Observer?
  private var text: [UInt8] = []
  /// The transcript's own lines that come next, as they stand there: mostly these are all of it. Looking out
  /// for two that write at once would cost more than writing does; there is one.
  @exclusivity(unchecked) private var run = 0..<0

  init(_ script: Script, observer: Observer?) {
    self.script = script
    self.observer = observer
  }

  /// Nothing where it is not noted.
  var reached: Reached { observer?.reached ?? Reached() }

  /// All that was printed.
  func finish() -> [UInt8] {
    writeRun()
    return text
  }

  func put(
    _ place: Int, of script: Script, from origin: @autoclosure () -> OutputLine.Origin
  ) {
    if place == run.upperBound {
      run = run.lowerBound..<place + 1
    } else {
      writeRun()
      run = place..<place + 1
    }
    observer?.note(OutputLine(script.line(place), origin()))
  }

  func put(_ line: OutputLine) {
    writeRun()
    line.write(to: &text)
    observer?.note(line)
  }

  private func writeRun() {
    script.write(run, to: &text)
    run = 0..<0
  }
}
