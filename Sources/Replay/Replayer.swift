import Accounts
import Chat
import Conversation
import Runtime
import Secrets
import Text
import Transcripts

/// Replays transcripts in virtual time and compares the results with the transcripts.
package struct Replayer: Sendable {
  /// What a transcript can access. By default only policy files, so that the result is the same
  /// everywhere.
  package struct Access: Sendable {
    package var settings: Settings.Context
    package var outside: SecretMaker.Source = { _ in nil }
    /// Creates the services that transcripts name. In virtual time, the deadline of a call expires
    /// if the call waits for another thread or for something outside the program.
    package var services: Settings.ServiceMaker = Settings.mockAlone
    /// The settings that a transcript's own settings override.
    package var fallbacks = RawSettings()

    /// - Parameter readFile: returns the contents of a policy file; `nil` if it can't be read.
    package init(readFile: @escaping @Sendable (String) -> [UInt8]?) {
      settings = Settings.Context(locale: "C", freshSeed: 0, readFile: readFile)
    }
  }

  private let access: Access
  private let notesCoverage: Bool

  /// - Parameter notesCoverage: whether to record what the transcripts reach.
  package init(in access: Access = Access { _ in nil }, notesCoverage: Bool = false) {
    self.access = access
    self.notesCoverage = notesCoverage
  }

  /// The maximum number of secrets to look for in a whole file. Looking for every secret in a long
  /// file would take quadratic time, so further secrets are only looked for in their own
  /// transcripts.
  private static let mostSecrets = 256

  /// Replays the transcripts of a file.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - path: the file's path, for messages.
  ///   - folder: the file's folder, from which the relative paths in it start; `nil` for the
  ///     working directory.
  package func replay(
    _ bytes: [UInt8], path: String = "", in folder: String? = nil
  ) -> ReplayResult {
    let tripwire = Self.tripwire()
    var result = replay(bytes, path, folder, tripwire)
    // The report may quote the file.
    if tripwire.firstHit(in: result.plainText) != nil {
      result.verdict = .leaks(line: result.line)
      result.update = nil
    }
    return result
  }

  private func replay(
    _ bytes: [UInt8], _ path: String, _ folder: String?, _ tripwire: Tripwire
  ) -> ReplayResult {
    let pieces = Script.pieces(of: bytes)
    var result = ReplayResult(path: path, verdict: .agrees, transcripts: pieces.count)
    result.reached = notesCoverage ? Reached() : nil
    var update: [UInt8] = []
    var exception: ReplayVerdict?
    for piece in pieces {
      let own = pieces.count == 1 ? tripwire : Self.tripwire()
      let pieceResult = replay(bytes, piece, own, folder, &result.reached)
      if pieces.count > 1 { tripwire.join(own, most: Self.mostSecrets) }
      switch pieceResult {
      case .printed(let got):
        // With a single transcript, no copy is made.
        if update.isEmpty { update = got } else { update += got }
      case .failedAsExpected(let why):
        exception = exception ?? .failedAsExpected(why: why)
        update += bytes[piece.range]
      case .not(let verdict):
        result.verdict = verdict
        return result
      }
    }
    let agrees = update == bytes
    // The output of a single transcript has already been checked for secrets.
    let isLookedThrough = pieces.count == 1 && exception == nil
    if !isLookedThrough, let line = leakingLine(in: agrees ? [update] : [bytes, update], tripwire) {
      result.verdict = .leaks(line: line)
    } else if agrees {
      result.verdict = exception ?? .agrees
    } else {
      result.verdict = difference(bytes, update) ?? exception ?? .agrees
      result.update = Update(path: path, oldBytes: bytes, newBytes: update)
    }
    return result
  }

  private static func tripwire() -> Tripwire {
    Tripwire(keepsAll: true, publicText: { Catalogue.everyText + Tripwire.grammar })
  }

  private func difference(_ wanted: [UInt8], _ got: [UInt8]) -> ReplayVerdict? {
    Difference(
      wanted: String(decoding: wanted, as: UTF8.self), got: String(decoding: got, as: UTF8.self)
    ).map { .differs($0) }
  }

  /// The result of replaying one transcript of a file.
  private enum PieceResult {
    case printed([UInt8])
    case failedAsExpected(why: String)
    case not(ReplayVerdict)
  }

  private func replay(
    _ bytes: [UInt8], _ piece: Script.Piece, _ tripwire: Tripwire, _ folder: String?,
    _ reached: inout Reached?
  ) -> PieceResult {
    var expected: (why: String, line: Int)?
    let wanted = piece.range == bytes.indices ? bytes : Array(bytes[piece.range])
    do {
      let script = try Script(parsing: wanted, firstLine: piece.firstLine)
      expected = script.expectedFailure
      let got = try output(of: script, tripwire, folder, &reached)
      // Equal texts need only one check for secrets.
      let agrees = got == wanted
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

  /// Returns the output of replaying a transcript.
  private func output(
    of script: Script, _ tripwire: Tripwire, _ folder: String?, _ reached: inout Reached?
  ) throws -> [UInt8] {
    var settings = access.settings
    settings.folder = folder
    let run = try ScriptRun(
      script, given: RawSettings(), in: settings, outside: access.outside,
      fallbacks: access.fallbacks)
    let observer = notesCoverage ? Observer(run) : nil
    var text: [UInt8] = []
    let time = VirtualTime()
    let accounts = try access.services(run.settings, time.clock)
    _ = try run.begin(with: accounts, in: time, tripwire: tripwire) { line in
      line.write(to: &text)
      observer?.note(line)
    }.run()
    if let observer { reached?.formUnion(observer.reached) }
    return text
  }

  /// Returns the number of the first line that contains a secret, starting at 1; `nil` if there is
  /// none. The texts are searched in order.
  private func leakingLine(in texts: [[UInt8]], _ tripwire: Tripwire) -> Int? {
    for text in texts {
      guard let offset = text.withUnsafeBytes({ tripwire.firstHit(in: $0) }) else { continue }
      return text.prefix(offset).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    }
    return nil
  }
}
