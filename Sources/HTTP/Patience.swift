import Accounts
import CCurl

/// How often to retry a read, and how long to pause between tries.
enum Patience {
  /// The maximum number of tries, including the first.
  private static let tries = 3
  /// The maximum pause after the first failure. It doubles with each further failure.
  private static let firstPause = Duration.milliseconds(250)
  /// The longest wait that is accepted when a server asks for one.
  private static let longestWait = Duration.seconds(30)

  /// Returns how long to wait before the next try, and what to report meanwhile; `nil` if the result
  /// is final. Throws if a server asks for a wait that is too long.
  ///
  /// - Parameters:
  ///   - tries: the number of tries so far.
  ///   - remaining: the time until the deadline.
  ///   - draw: returns a random duration from zero to its argument.
  static func wait(
    after result: Result<HTTPResponse, HTTPFailure>, tries: Int, remaining: Duration,
    draw: (Duration) -> Duration
  ) throws(HTTPFailure) -> (duration: Duration, notice: ServiceNotice)? {
    // AWS Architecture Blog, "Exponential Backoff And Jitter": full jitter.
    let pause = draw(firstPause * (1 << (tries - 1)))
    let isOver = tries >= self.tries || pause >= remaining
    switch result {
    case .success(let response):
      guard response.status == 429 || response.status == 503 else { return nil }
      guard let asked = response.askedWait else { return isOver ? nil : (pause, .triesAgain) }
      if isOver || asked > longestWait || asked >= remaining {
        throw HTTPFailure(
          .rateLimited, mayHaveArrived: true,
          detail: "status \(response.status) asks to wait \(asked.wholeSeconds) s")
      }
      let wait = max(asked, pause)
      return (wait, .waits(seconds: wait.wholeSeconds))
    case .failure(let failure):
      let isTransient =
        failure.reason == .malformed || failure.reason == .unreachable && failure.mayHaveArrived
      return isOver || !isTransient ? nil : (pause, .triesAgain)
    }
  }
}

extension HTTPResponse {
  /// How long the server asks the client to wait (RFC 9110, 10.2.3); `nil` if it doesn't ask, or the
  /// value is invalid. At most ten years. A date is compared with the server's own `Date`, so that
  /// only the server's clock matters; libcurl's own figure would depend on the local clock.
  fileprivate var askedWait: Duration? {
    guard let value = header("Retry-After") else { return nil }
    let seconds: Int64
    if !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      seconds = Int64(value) ?? .max
    } else {
      let (now, then) = (header("Date").map { ccurl_date($0) } ?? -1, ccurl_date(value))
      guard now >= 0, then >= 0 else { return nil }
      seconds = max(then - now, 0)
    }
    return .seconds(min(seconds, 315_576_000))
  }
}

extension Duration {
  /// The duration in seconds, rounded up.
  fileprivate var wholeSeconds: Int {
    Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
  }
}
