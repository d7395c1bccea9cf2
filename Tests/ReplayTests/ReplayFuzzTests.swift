import TestSupport
import Testing
import Transcripts

@testable import Replay

/// Replaying transcripts with random changes never crashes or hangs, and its result replays to
/// itself.
struct ReplayFuzzTests {
  private static let pieces = [
    "\n", "bot> ", "bot! ", "you> ", "you> /back\n", "you> /undo\n", "you> /redo\n",
    "you> /restart\n",
    "you> /edit username\n", "you> /edit password\n", "you> /review\n", "you> /retry\n",
    "you> /quit\n",
    "you> no\n", "you> yes\n", "you> octocat\n", "you> \n", "you>\n", "key> password\n",
    "@ secret other lower:9\nkey> other\n", "@ policy strict\n", "@ policy simple\n",
    "@ flow sign-in\n",
    "@ mock-failures 1/1\n", "@ mock-taken octodog\n", "@ mock-unreachable octodog\n",
    "@ locale zh-Hans\n",
    "end> quit exit=2\n", "{{a:word}}", "{{a:rest}}", "\\{{", "é漢😀", "\u{301}",
  ]

  @Test func `a transcript with random changes is replayed, and its result replays to itself`() {
    var (ran, broken) = (0, 0)
    for var fuzz in FuzzCase.cases(1_500) {
      let text = fuzz.mutated(Array(Sample.text.utf8), Self.pieces)
      let held = Replayer().replay(text)
      if case .broken(let error) = held.verdict {
        broken += 1
        let lines = text.count { $0 == 0x0A } + 1
        #expect((1...lines).contains(error.line), "\(fuzz.name): \(error)")
      } else {
        ran += 1
      }
      guard let update = held.update, held.verdict.difference != nil else { continue }
      let again = Replayer().replay(update.newBytes)
      #expect(again.verdict == .agrees, "\(fuzz.name): \(again.verdict)\n\(update.new)")
    }
    #expect(ran + broken == 1 || ran > 200 && broken > 200)
  }
}
