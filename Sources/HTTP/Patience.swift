import Accounts

/// How often to retry a read, and how long to pause between tries.
package struct Patience: Sendable {
  /// The maximum number of tries, including the first.
  package var tries = 3
  /// The maximum pause after the first failure. It doubles with each further failure.
  package var firstPause: Duration = .milliseconds(250)
  /// The upper bound for all pauses.
  package var longestPause: Duration = .seconds(4)
  /// The longest wait that is accepted when a server asks for one.
  package var longestWait: Duration = .seconds(30)

  package init() {}
}

extension Patience {
  /// The next step after a try.
  enum Step {
    case finish(HTTPResponse)
    case fail(HTTPFailure)
    case wait(Duration, notice: ServiceNotice)
  }

  /// Determines the next step after trying to read.
  ///
  /// - Parameters:
  ///   - tries: the number of tries so far, including this one.
  ///   - remaining: the time until the deadline.
  ///   - draw: returns a random duration from zero to its argument.
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
        return isOver ? .finish(response) : .wait(pause, notice: .triesAgain)
      }
      if isOver || asked > longestWait || asked >= remaining {
        return .fail(.rateLimited(response, asked))
      }
      let wait = max(asked, pause)
      return .wait(wait, notice: .waits(seconds: wait.wholeSeconds))
    case .failure(let failure):
      let isTransient =
        failure.reason == .malformed || failure.reason == .unreachable && failure.mayHaveArrived
      if isOver || !isTransient { return .fail(failure) }
      return .wait(pause, notice: .triesAgain)
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
  /// The duration in seconds, rounded up.
  var wholeSeconds: Int {
    Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
  }
}
