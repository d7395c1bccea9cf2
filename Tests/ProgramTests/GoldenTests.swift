import Chat
import Foundation
import Replay
import Testing

/// Replays every transcript in-process, in virtual time.
struct GoldenTests {
  @Test func `there are at least forty transcripts`() {
    print("transcripts replayed: \(Golden.paths.count)")
    #expect(Golden.paths.count >= 40)
  }

  @Test(arguments: Golden.paths)
  func `a transcript replays as it is written`(path: String) throws {
    let replayer = Replayer(in: Golden.access)
    #expect(
      replayer.replay(try Golden.bytes(path), in: Golden.folder(path)).verdict == .agrees)
  }

  /// The comparison itself must be able to fail.
  @Test func `a transcript that says something else differs`() throws {
    let path = try #require(Golden.paths.first)
    let text = String(decoding: try Golden.bytes(path), as: UTF8.self)
    let wrong = text.replacingOccurrences(of: "bot> ", with: "bot> Well, ")
    guard case .differs = Replayer().replay(Array(wrong.utf8)).verdict else {
      Issue.record("a wrong transcript agreed")
      return
    }
  }
}
