import Threads

/// Where work is done that blocks.
enum Place: Sendable {
  /// On the caller's thread, which waits. Nothing is suspended: for virtual time, in which an answer that
  /// comes from another thread would come at no certain moment.
  case inline
  case thread(BlockingThread)

  func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
    switch self {
    case .inline: work()
    case .thread(let thread): await thread.run(work)
    }
  }

  /// The same for work that may fail.
  func attempt<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    try await run { () -> Result<Answer, Failure> in
      do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
    }.get()
  }
}
