import Glibc
import Runtime
import TestSupport
import Testing

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
    let (input, output) = (try Spawn.connection(), try Spawn.connection())
    defer { for end in [input.theirs, output.theirs] { close(end) } }
    (self.input, self.output) = (input.ours, output.ours)
    let arguments = [store.path, name, count.map { "\($0)" } ?? "once"] + options
    // Otherwise each thread would reserve 64 MiB or more of the memory that `memory` limits.
    process = try Spawn.start(
      Trial.command(SignupsTrial.name, arguments), environment: ["MALLOC_ARENA_MAX": "1"]
    ) { actions in
      posix_spawn_file_actions_adddup2(&actions, input.theirs, 0)
      posix_spawn_file_actions_adddup2(&actions, output.theirs, 1)
    }
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
    _ = try? finish()
  }

  /// Reads the rest of the output and waits for the process to end.
  ///
  /// - Returns: The status from waitpid.
  func finish() throws -> Int32 {
    go()
    while readOnce() {}
    if let status { return status }
    let status = try Spawn.wait(for: process)
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
}

extension Signups {
  /// Starts a process for each name and lets all of them go on at the same moment.
  ///
  /// - Returns: The words that they report.
  static func atOnce(_ store: TestStore, _ names: [String]) async throws -> [String] {
    try await blocking {
      let children = try names.map { try Signups(store, $0, ["cheap", "wait"]) }
      for child in children { child.readFirst() }
      for child in children { child.go() }
      for child in children { #expect(try child.finish() == 0) }
      return children.flatMap { $0.lines.map(\.word) }.filter { $0 != "ready" }
    }
  }

  /// Runs a process to its end, which must be a success.
  static func run(
    _ store: TestStore, _ name: String, count: Int? = nil, _ options: [String]
  ) async throws -> [Line] {
    try await blocking {
      let child = try Signups(store, name, count: count, options)
      #expect(try child.finish() == 0)
      return child.lines
    }
  }
}
