import Chat
import Dispatch
import Threads
import Transcripts

/// Many files, held side by side and told of in order.
package struct Suite: Sendable {
  private let replayer: Replayer
  private let jobs: Int
  private let folder: @Sendable (String) -> String?
  private let read: @Sendable (String) -> Result<[UInt8], StreamFailure>

  /// - Parameters:
  ///   - jobs: how many files are held at a time; at least 1.
  ///   - folder: where the files are that a file names; `nil` for the working directory.
  ///   - read: a file's bytes.
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

  /// A file that was held.
  package struct Item: Sendable {
    package let finding: Finding
    /// What was reached; nil where that is not noted, or the file can't be read.
    package let reached: Reached?
    /// Nil where the file is to stay as it is, or where that can't be told.
    package let update: Replayer.Change?
  }

  /// Holds the files. It returns when all are held, or none more is wanted. Memory holds, of the files
  /// that are done, those that wait for one before them.
  ///
  /// The calling thread takes part. Where the machine has no room for as many others as there are jobs, there
  /// are fewer.
  ///
  /// - Parameters:
  ///   - clock: measures how long each takes.
  ///   - each: is given the files one at a time, in order, from any thread; false wants no more. What it
  ///     throws ends the run.
  package func run(
    _ files: [String], clock: any Clock<Duration>,
    each: @escaping @Sendable (Item) throws -> Bool
  ) throws {
    let queue = OrderedQueue(count: files.count)
    let work: @Sendable () -> Void = {
      while let index = queue.next() {
        queue.put(hold(files[index], clock), at: index, each)
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

  private func hold(_ path: String, _ clock: some Clock<Duration>) -> Item {
    let start = clock.now
    switch read(path) {
    case .failure(let error):
      let finding = Finding(
        path: path, verdict: .unreadable(error), transcripts: 0,
        duration: start.duration(to: clock.now))
      return Item(finding: finding, reached: nil, update: nil)
    case .success(let bytes):
      let held = replayer.hold(bytes, in: folder(path))
      let finding = Finding(
        path: path, verdict: held.verdict, transcripts: held.transcripts,
        duration: start.duration(to: clock.now))
      // What is said of a file may quote it.
      if held.tripwire.firstHit(in: finding.plainText) != nil {
        let leak = Finding(
          path: path, verdict: .leaks(line: finding.line), transcripts: held.transcripts,
          duration: finding.duration)
        return Item(finding: leak, reached: held.reached, update: nil)
      }
      return Item(finding: finding, reached: held.reached, update: held.update)
    }
  }
}
