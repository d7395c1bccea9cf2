import Accounts
import Conversation
import Testing
import Text
import Transcripts

@testable import Chat

/// The summary and the exit status of a run with many conversations.
struct TallyTests {
  static let worse: [(Outcome, Outcome)] = [
    (.signedUp(Username("a")), .incomplete(.review)),
    (.quit(.review), .refused(.review)),
    (.refused(.review), .interrupted(.review)),
    (.interrupted(.review), .unreachable(.review)),
    (.unreachable(.review), .malformed(.nul, .review)),
  ]

  @Test(arguments: worse)
  func `the worst status is the run's status, whatever the order`(better: Outcome, worse: Outcome) {
    for outcomes in [[better, worse], [worse, better], [worse, better, better]] {
      let tally = Tally()
      for outcome in outcomes { tally.add(outcome) }
      #expect(tally.status == worse.exitStatus)
    }
  }

  @Test func `a summary counts conversations by outcome, with thousands separators`() {
    let tally = Tally()
    #expect(tally.summary == "0 conversations")
    #expect(tally.status == 0)
    tally.add(.refused(.review))
    #expect(tally.summary == "1 conversation: 1 refused")
    for _ in 0..<1234 { tally.add(.signedUp(Username("a"))) }
    tally.addBroken()
    #expect(tally.summary == "1,236 conversations: 1,234 signed-up, 1 refused, 1 broken")
    #expect(tally.status == 65)
    #expect(1_000_000.grouped == "1,000,000" && 999.grouped == "999")
  }

  @Test func `progress shows the count, the rate, and the time left if the total is known`() {
    var progress = Progress(total: 1000)
    progress.conversations = 2000
    progress.read = 100
    #expect(progress.words(elapsed: .seconds(10)) == "2,000 conversations, 200 a second, 1:30 left")
    #expect(progress.words(elapsed: .seconds(1000)).hasSuffix(", 2:30:00 left"))
    #expect(progress.words(elapsed: .zero) == "2,000 conversations")
    var endless = Progress(total: nil)
    endless.conversations = 3
    endless.read = 100
    #expect(endless.words(elapsed: .milliseconds(1500)) == "3 conversations, 2 a second")
  }
}
