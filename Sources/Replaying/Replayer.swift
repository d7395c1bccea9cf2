import Accounts
import Chat
import Synchronization
import Transcripts

/// Holds transcripts in virtual time and compares them with what they say.
package struct Replayer: Sendable {
  private let readFile: @Sendable (String) -> [UInt8]?

  /// - Parameter readFile: reads a policy's file; nil when it can't be read.
  package init(readFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }) {
    self.readFile = readFile
  }

  /// What comes of a transcript.
  ///
  /// - Parameter bytes: the transcript's file.
  package func verdict(on bytes: [UInt8]) -> Verdict {
    do {
      let got = try output(of: bytes)
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
  package func output(of bytes: [UInt8]) throws -> String {
    let output = Mutex("")
    output.withLock { $0.reserveCapacity(bytes.count + 256) }
    let time = VirtualTime()
    let readFile = readFile
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
