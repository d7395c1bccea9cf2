/// Makes a call in a task that was cancelled from the start.
package func cancelled<Answer: Sendable>(
  _ call: @escaping @Sendable () async throws -> Answer
) async throws -> Answer {
  let task = Task {
    let (never, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    return try await call()
  }
  task.cancel()
  return try await task.value
}
