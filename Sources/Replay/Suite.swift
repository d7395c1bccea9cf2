import Chat
import Dispatch
import Runtime
import Transcripts

/// Replays many files concurrently, and reports the results in order.
package struct Suite: Sendable {
  private let replayer: Replayer
  private let jobs: Int
  private let folder: @Sendable (String) -> String?
  private let read: @Sendable (String) -> Result<[UInt8], StreamFailure>

  /// - Parameters:
  ///   - jobs: the number of files to replay at a time; at least 1.
  ///   - folder: returns the folder from which a file's relative paths start; `nil` for the working
  ///     directory.
  ///   - read: returns a file's bytes.
  package init(
    _ replayer: Replayer, jobs: Int,
    folder: @escaping @Sendable (String) -> String? = { _ in nil },
    read: @escaping @Sendable (String) -> Result<[UInt8], StreamFailure>
  ) {
    self.replayer = replayer
    self.jobs = max(jobs, 1)
    self.folder = folder
    self.read = read
  }

  /// Replays the files. Returns when all have been replayed, or when `each` returns `false`.
  /// Results are only kept in memory while they wait for the result of a file before them.
  ///
  /// The calling thread takes part. If the system can't create as many other threads as there are
  /// jobs, fewer are used.
  ///
  /// - Parameters:
  ///   - clock: measures the time that each file takes.
  ///   - each: called with the results one at a time, in order, from any thread. Returns whether to
  ///     continue. If it throws, the run ends with that error.
  package func run(
    _ files: [String], clock: any Clock<Duration>,
    each: @escaping @Sendable (ReplayResult) throws -> Bool
  ) throws {
    let queue = OrderedQueue(count: files.count)
    let work: @Sendable () -> Void = {
      while let index = queue.next() {
        queue.put(replay(files[index], clock), at: index, each)
      }
    }
    let helpers = (1..<max(min(jobs, files.count), 1)).map { _ in BlockingThread() }
    let ended = DispatchSemaphore(value: 0)
    let started = helpers.prefix { helper in
      helper.add {
        work()
        ended.signal()
      }
    }
    work()
    for _ in started { ended.wait() }
    if let error = queue.error { throw error }
  }

  private func replay(_ path: String, _ clock: any Clock<Duration>) -> ReplayResult {
    let stopwatch = Stopwatch(clock)
    var result =
      switch read(path) {
      case .failure(let error):
        ReplayResult(path: path, verdict: .unreadable(error), transcripts: 0)
      case .success(let bytes): replayer.replay(bytes, path: path, in: folder(path))
      }
    result.duration = stopwatch.elapsed
    return result
  }
}
