import Synchronization
import Transcripts

/// Holds a transcript in virtual time and compares what comes of it with what it says.
package enum Replay {
  package enum Verdict: Equatable, Sendable {
    case agrees
    case differs(Difference)
    case broken(TranscriptError)
    case unusable(SettingError)
  }

  /// - Parameters:
  ///   - bytes: the transcript's file.
  ///   - readFile: reads a policy's file; nil when it can't be read.
  package static func verdict(
    on bytes: [UInt8], readFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) -> Verdict {
    do {
      let got = try output(of: bytes, readFile: readFile)
      let wanted = String(decoding: bytes, as: UTF8.self)
      return Difference(wanted: wanted, got: got).map { .differs($0) } ?? .agrees
    } catch let error as TranscriptError {
      return .broken(error)
    } catch let error as SettingError {
      return .unusable(error)
    } catch {
      return .broken(TranscriptError(line: 1, .setting(String(describing: error))))
    }
  }

  /// What holding a transcript prints. No environment, and no file but the policy's, is looked at.
  package static func output(
    of bytes: [UInt8], readFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) throws -> String {
    let output = Mutex("")
    let time = VirtualTime()
    _ = try time.run {
      let run = try ScriptRun(
        try Script(parsing: bytes), given: RawSettings(),
        in: Settings.Surroundings(locale: "C", freshSeed: 0, readFile: readFile),
        outside: { _ in nil }, fallbacks: { _ in })
      return try await run.run(clock: time, executor: time) { line in
        output.withLock { $0 += line }
      }
    }
    return output.withLock { $0 }
  }
}
