import HTTP
import Runtime

/// The time that is left for all exchanges of one call of the service.
extension TimeLeft {
  /// Returns the time that is left; throws `HTTPFailure` if there is none.
  func rest() throws -> Duration {
    let rest = duration
    guard rest > .zero else {
      throw HTTPFailure(.timedOut, mayHaveArrived: false, detail: "no time was left for a request")
    }
    return rest
  }
}
