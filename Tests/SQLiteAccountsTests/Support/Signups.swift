import Glibc
import Runtime
import TestSupport

@testable import SQLiteAccounts

/// Runs a body that waits for other processes on a thread of its own, because other tests need
/// Swift's few threads.
func blocking<Answer: Sendable>(
  _ body: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
  try await BlockingExecutor.thread(BlockingThread()).attempt(body)
}

/// A running `SignupsTrial`.
final class Signups {
  struct Failure: Error {
    let code: Int32
  }

  /// The result of a sign-up, and its name.
  struct Line: Sendable {
    let word: String
    let name: String
  }

  private let process: pid_t
  private var input: CInt
  private let output: CInt
  private var said: [UInt8] = []
  private var status: Int32?

  /// - Parameters:
  ///   - count: The number of names with this prefix; `nil` for exactly this name.
  ///   - options: See `SignupsTrial`.
  init(_ store: TestStore, _ name: String, count: Int? = nil, _ options: [String]) throws {
    let (input, output) = (try Self.connection(), try Self.connection())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.theirs, 0)
    posix_spawn_file_actions_adddup2(&actions, output.theirs, 1)
    // Descriptors that another thread has just opened and not yet marked close-on-exec.
    for other in 3..<CInt(min(sysconf(CInt(_SC_OPEN_MAX)), 1_024)) {
      posix_spawn_file_actions_addclose(&actions, other)
    }
    let command = Trial.command(
      SignupsTrial.name, [store.path, name, count.map { "\($0)" } ?? "once"] + options)
    let argv = command.map { strdup($0) } + [nil]
    // Otherwise each thread would reserve 64 MiB or more of the memory that `memory` limits.
    let envp = [strdup("MALLOC_ARENA_MAX=1"), nil]
    defer { for text in argv + envp { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, Trial.path, &actions, nil, argv, envp)
    close(input.theirs)
    close(output.theirs)
    (self.process, self.input, self.output) = (process, input.ours, output.ours)
    guard code == 0 else { throw Failure(code: code) }
  }

  deinit {
    close(output)
    if status == nil { kill() }
  }

  /// Ends the wait of the `wait` option.
  func go() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits for the first output, or the end.
  func readFirst() {
    if said.isEmpty { _ = readOnce() }
  }

  /// Reads until the process has acknowledged a number of names, or has ended.
  func read(acknowledging count: Int) {
    while acknowledged.count < count {
      if !readOnce() { return }
    }
  }

  /// Kills the process with SIGKILL.
  func kill() {
    _ = Glibc.kill(process, SIGKILL)
    finish()
  }

  /// Reads the rest of the output and waits for the process to end.
  ///
  /// - Returns: The status from waitpid.
  @discardableResult
  func finish() -> Int32 {
    go()
    while readOnce() {}
    if let status { return status }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    self.status = status
    return status
  }

  /// The complete lines of output, split into words and names.
  var lines: [Line] {
    let text = String(decoding: said, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return Line(word: String(parts[0]), name: String(parts[1]))
    }
  }

  /// The names that the process has reported as signed up.
  var acknowledged: [String] { lines.filter { $0.word == "signed-up" }.map(\.name) }

  /// - Returns: `false` at the end of the output.
  private func readOnce() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(output, &bytes, bytes.count)
    if count < 0 && errno == EINTR { return true }
    said += bytes.prefix(max(count, 0))
    return count > 0
  }

  /// Creates a connection whose ends are not inherited by other programs.
  private static func connection() throws -> (ours: CInt, theirs: CInt) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(code: errno) }
    return (ends[0], ends[1])
  }
}
