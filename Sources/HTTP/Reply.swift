import Synchronization

/// A request's result, which the first to settle it decides. From any thread.
final class Reply: Sendable {
  typealias Answer = Result<HTTPResponse, any Error>

  private enum State {
    case open
    case awaited(CheckedContinuation<HTTPResponse, any Error>)
    case settled(Answer)
    case delivered
  }

  private let state = Mutex(State.open)

  /// Resumes a continuation with the result, now or later. Call it once.
  func wait(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
    let answer: Answer? = state.withLock { state in
      guard case .settled(let answer) = state else {
        state = .awaited(continuation)
        return nil
      }
      state = .delivered
      return answer
    }
    if let answer { continuation.resume(with: answer) }
  }

  /// Without effect if there is a result already.
  func settle(_ answer: Answer) {
    let continuation: CheckedContinuation<HTTPResponse, any Error>? = state.withLock { state in
      switch state {
      case .open:
        state = .settled(answer)
        return nil
      case .awaited(let continuation):
        state = .delivered
        return continuation
      case .settled, .delivered: return nil
      }
    }
    continuation?.resume(with: answer)
  }
}
