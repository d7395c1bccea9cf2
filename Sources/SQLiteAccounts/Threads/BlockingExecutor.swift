import Runtime

/// Where blocking work is done.
enum BlockingExecutor: Sendable {
  /// On the caller's thread, which blocks. Nothing suspends, as virtual time requires: an answer
  /// from another thread would arrive at an unpredictable moment.
  case inline
  case thread(BlockingThread)

  func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
    switch self {
    case .inline: work()
    case .thread(let thread): await thread.run(work)
    }
  }

  /// The same for work that can fail.
  func attempt<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    try await run { () -> Result<Answer, Failure> in
      do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
    }.get()
  }
}
