import Replay
import Testing

struct SummaryTests {
  @Test func `findings are counted by their verdicts`() {
    var summary = Summary()
    summary.add(ReplayResult(path: "a", verdict: .agrees, transcripts: 2))
    summary.add(ReplayResult(path: "b", verdict: .leaks(line: 3), transcripts: 1))
    #expect(summary.agree == 1)
    #expect(summary.leak == 1)
    #expect(summary.files == 2)
    #expect(summary.transcripts == 3)
  }
}
