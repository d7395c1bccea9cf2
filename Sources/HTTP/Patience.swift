import Accounts
import Synchronization

/// How often a read is asked again, and how long is waited in between.
package struct Patience: Sendable {
  /// How often it is asked at the most, the first time included.
  package var tries = 3
  /// The longest pause after the first failure; it doubles with each.
  package var firstPause: Duration = .milliseconds(250)
  /// The longest pause of all.
  package var longestPause: Duration = .seconds(4)
  /// The longest wait that is granted to a server that asks for one.
  package var longestWait: Duration = .seconds(30)

  package init() {}
}

extension Patience {
  /// What comes after a try.
  enum Step {
    case finish(HTTPResponse)
    case fail(HTTPFailure)
    case wait(Duration, notice: Message)
  }

  /// What comes after a try at a read.
  ///
  /// - Parameters:
  ///   - tries: how many there were.
  ///   - remaining: how long until the deadline.
  ///   - draw: gives a duration from zero up to the one it is told.
  func step(
    after result: Result<HTTPResponse, HTTPFailure>, tries: Int, remaining: Duration,
    draw: (Duration) -> Duration
  ) -> Step {
    // AWS Architecture Blog, "Exponential Backoff And Jitter": full jitter.
    let doubled = firstPause * (1 << min(tries - 1, 20))
    let pause = draw(min(doubled, longestPause))
    let isOver = tries >= self.tries || pause >= remaining
    switch result {
    case .success(let response):
      guard response.status == 429 || response.status == 503 else { return .finish(response) }
      guard let asked = response.retryAfter else {
        return isOver ? .finish(response) : .wait(pause, notice: Message(.triesAgain))
      }
      if isOver || asked > longestWait || asked >= remaining {
        return .fail(.rateLimited(response, asked))
      }
      let wait = max(asked, pause)
      return .wait(
        wait, notice: Message(.waitsForService, ["seconds": .count(wait.wholeSeconds)]))
    case .failure(let failure):
      let isTransient =
        failure.reason == .malformed || failure.reason == .unreachable && failure.mayHaveArrived
      if isOver || !isTransient { return .fail(failure) }
      return .wait(pause, notice: Message(.triesAgain))
    }
  }
}

extension HTTPFailure {
  fileprivate static func rateLimited(_ response: HTTPResponse, _ asked: Duration) -> Self {
    HTTPFailure(
      .rateLimited, mayHaveArrived: true,
      detail: "status \(response.status) asks to wait \(asked.wholeSeconds) s")
  }
}

extension Duration {
  /// Rounded up.
  var wholeSeconds: Int {
    Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
  }
}

/// Where the pauses' randomness comes from, for many calls at once.
final class Jitter: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  init(_ generator: any RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// A duration from zero up to `limit`, evenly, in milliseconds.
  func draw(_ limit: Duration) -> Duration {
    let (seconds, attoseconds) = limit.components
    let milliseconds = max(seconds * 1000 + attoseconds / 1_000_000_000_000_000, 0)
    return .milliseconds(generator.withLock { Self.number(upTo: UInt64(milliseconds), from: &$0) })
  }

  private static func number(
    upTo limit: UInt64, from generator: inout some RandomNumberGenerator
  ) -> UInt64 {
    UInt64.random(in: 0...limit, using: &generator)
  }
}
