import Accounts
import Synchronization
import Terminal
import Testing

@testable import Chat
@testable import Conversation

/// The remaining time of a pause, measured by the test's own clock.
struct CountdownTests {
  /// A clock that advances only when told to.
  private final class Hand: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)

    func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
    @Sendable func now() -> ContinuousClock.Instant { start + passed.withLock { $0 } }
  }

  private func countdown(_ length: Duration, _ hand: Hand = Hand()) -> Countdown {
    Countdown(CheckID(number: 1), length: length, now: hand.now)
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
    let hand = Hand()
    let countdown = countdown(.milliseconds(2_400), hand)
    #expect(countdown.moment == .init(words: "0:03", lasts: .milliseconds(400)))
    hand.pass(.milliseconds(399))
    #expect(countdown.moment == .init(words: "0:03", lasts: .milliseconds(1)))
    hand.pass(.milliseconds(1))
    #expect(countdown.moment == .init(words: "0:02", lasts: .seconds(1)))
    hand.pass(.milliseconds(1_999))
    #expect(countdown.moment == .init(words: "0:01", lasts: .milliseconds(1)))
    hand.pass(.milliseconds(1))
    #expect(countdown.moment == nil)
    hand.pass(.seconds(9))
    #expect(countdown.moment == nil)
  }

  @Test(arguments: [
    (40, "… 2:59  ✓ Password acceptable"), (29, "… 2:59  ✓ Password acceptable"),
    (28, "… 2:59  ✓"), (9, "… 2:59  ✓"),
    (8, "… 2:59"), (6, "… 2:59"), (5, ""),
  ])
  func `the countdown precedes the verdict, which is shortened first`(columns: Int, words: String) {
    let line = VerdictLine(
      .ok(Message(.passwordAcceptable)), .english, Style(isPlain: false, hasColour: false))
    #expect(line.text(columns: columns, after: "2:59") == words)
  }
}
