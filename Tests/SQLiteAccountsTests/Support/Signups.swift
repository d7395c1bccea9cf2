import Glibc

/// A `sqlite-signups` under way, in a process of its own.
final class Signups {
  struct Failure: Error {
    let code: Int32
  }

  /// How a sign-up ended, and of which name.
  struct Line: Sendable {
    let word: String
    let name: String
  }

  private let process: pid_t
  private var input: CInt
  private let output: CInt
  private var said: [UInt8] = []
  private var status: Int32?

  /// The executable beside the tests.
  private static let path: String = {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = max(readlink("/proc/self/exe", &bytes, bytes.count - 1), 0)
    let tests = String(
      decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return tests[...(tests.lastIndex(of: "/") ?? tests.startIndex)] + "sqlite-signups"
  }()

  /// - Parameters:
  ///   - count: how many names with this beginning; nil for just this name.
  ///   - options: see the program.
  init(_ store: TestStore, _ name: String, count: Int? = nil, _ options: [String]) throws {
    let (input, output) = (try Self.connection(), try Self.connection())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.theirs, 0)
    posix_spawn_file_actions_adddup2(&actions, output.theirs, 1)
    // What another thread has just opened, and not yet kept from programs.
    for other in 3..<CInt(min(sysconf(CInt(_SC_OPEN_MAX)), 1_024)) {
      posix_spawn_file_actions_addclose(&actions, other)
    }
    let arguments = [Self.path, store.path, name, count.map { "\($0)" } ?? "once"] + options
    let argv = arguments.map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] = [nil]
    defer { for text in argv { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, Self.path, &actions, nil, argv, envp)
    close(input.theirs)
    close(output.theirs)
    (self.process, self.input, self.output) = (process, input.ours, output.ours)
    guard code == 0 else { throw Failure(code: code) }
  }

  deinit {
    close(output)
    if status == nil { kill() }
  }

  /// Ends what `wait` waits for.
  func go() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits until it says something, or ends.
  func readFirst() {
    if said.isEmpty { _ = readOnce() }
  }

  /// Reads what it says until it has acknowledged so many names, or ends.
  func read(acknowledging count: Int) {
    while acknowledged.count < count {
      if !readOnce() { return }
    }
  }

  /// Ends it as nothing can prevent.
  func kill() {
    _ = Glibc.kill(process, SIGKILL)
    finish()
  }

  /// Reads the rest and waits for its end.
  ///
  /// - Returns: the status that waitpid gives.
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

  /// What it has said, in whole lines, as words and names.
  var lines: [Line] {
    let text = String(decoding: said, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return Line(word: String(parts[0]), name: String(parts[1]))
    }
  }

  /// The names that it has said are signed up.
  var acknowledged: [String] { lines.filter { $0.word == "signed-up" }.map(\.name) }

  /// - Returns: false at the end.
  private func readOnce() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(output, &bytes, bytes.count)
    if count < 0 && errno == EINTR { return true }
    said += bytes.prefix(max(count, 0))
    return count > 0
  }

  /// Two ends of one connection that no other program gets.
  private static func connection() throws -> (ours: CInt, theirs: CInt) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(code: errno) }
    return (ends[0], ends[1])
  }
}
