import Accounts
import Runtime
import Terminal
import Testing

@testable import Chat
@testable import Conversation

/// The remaining time of a pause, measured in virtual time.
struct CountdownTests {
  private let time = VirtualTime()

  private func pass(_ duration: Duration) {
    time.run { [time] in try? await time.sleep(for: duration) }
  }

  private func countdown(_ length: Duration) -> Countdown {
    Countdown(CheckID(number: 1), length: length, on: time)
  }

  @Test(arguments: [
    (Duration.seconds(179), "2:59"), (.milliseconds(178_001), "2:59"), (.seconds(178), "2:58"),
    (.seconds(60), "1:00"), (.milliseconds(1), "0:01"), (.seconds(900), "15:00"),
    (.seconds(3_600), "1:00:00"), (.seconds(36_061), "10:01:01"),
  ])
  func `the remaining time is minutes and seconds, rounded up`(length: Duration, words: String) {
    #expect(countdown(length).moment?.words == words)
  }

  @Test func `the text is correct until the second ends, and there is none at zero`() {
    let countdown = countdown(.milliseconds(2_400))
    #expect(countdown.moment == .init(words: "0:03", lasts: .milliseconds(400)))
    pass(.milliseconds(399))
    #expect(countdown.moment == .init(words: "0:03", lasts: .milliseconds(1)))
    pass(.milliseconds(1))
    #expect(countdown.moment == .init(words: "0:02", lasts: .seconds(1)))
    pass(.milliseconds(1_999))
    #expect(countdown.moment == .init(words: "0:01", lasts: .milliseconds(1)))
    pass(.milliseconds(1))
    #expect(countdown.moment == nil)
    pass(.seconds(9))
    #expect(countdown.moment == nil)
  }

  @Test(arguments: [
    (40, "… 2:59  ✓ Password acceptable"), (29, "… 2:59  ✓ Password acceptable"),
    (28, "… 2:59  ✓"), (9, "… 2:59  ✓"),
    (8, "… 2:59"), (6, "… 2:59"), (5, ""),
  ])
  func `the countdown precedes the verdict, which is shortened first`(columns: Int, words: String) {
    let line = VerdictLine(
      .ok(Message(.passwordAcceptable)), .english,
      Style(color: .never, term: "xterm", isTerminal: true))
    #expect(line.text(columns: columns, after: "2:59") == words)
  }
}
