import Synchronization

/// The result of a request. The first call of `settle` decides it. All methods may be called from
/// any thread.
final class Reply: Sendable {
  typealias Answer = Result<HTTPResponse, any Error>

  private enum State {
    case open
    case awaited(CheckedContinuation<HTTPResponse, any Error>)
    case settled(Answer)
    case delivered
  }

  private let state = Mutex(State.open)

  /// Resumes the continuation as soon as there is a result. Call this only once.
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

  /// Sets the result. Does nothing if there is already one.
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
