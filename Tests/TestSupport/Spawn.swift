import Glibc

/// Starts a program and waits for it. Foundation's `Process` detects the end of a child by a
/// descriptor that a daemon (tmux's server) inherits and keeps open forever.
package enum Spawn {
  package struct Failure: Error {
    package let code: Int32

    package init(code: Int32) { self.code = code }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - input: The file for stdin.
  ///   - output: The file for stdout.
  ///   - errors: The file for stderr.
  /// - Returns: The status from waitpid.
  package static func run(
    _ arguments: [String], environment: [String: String], input: String = "/dev/null",
    output: String, errors: String
  ) throws -> Int32 {
    let child = try start(arguments, environment: environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    return try wait(for: child)
  }

  /// Starts a program in a session of its own, whose controlling terminal is `terminal`.
  ///
  /// - Parameter other: The descriptor that the program gets as 3. If it is negative, 3 is the
  ///   terminal.
  package static func start(
    _ arguments: [String], environment: [String: String], terminal: String, other: CInt
  ) throws -> pid_t {
    try start(arguments, environment: environment, ownSession: true, descriptors: 4) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
      posix_spawn_file_actions_adddup2(&actions, other < 0 ? 0 : other, 3)
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - streams: Sets up the program's descriptors.
  ///   - descriptors: The number of descriptors that the program gets. All others are closed:
  ///     otherwise another test's pipe would stay open as long as the program runs.
  package static func start(
    _ arguments: [String], environment: [String: String], ownSession: Bool = false,
    descriptors: CInt = 3,
    streams: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    streams(&actions)
    for other in descriptors..<CInt(min(sysconf(CInt(_SC_OPEN_MAX)), 4096)) {
      posix_spawn_file_actions_addclose(&actions, other)
    }
    // Another test may have made this process ignore or block signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // 0x80 is POSIX_SPAWN_SETSID, which Glibc's module lacks.
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, flags | (ownSession ? 0x80 : 0))
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child = pid_t()
    let code = posix_spawnp(&child, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw Failure(code: code) }
    return child
  }

  /// Waits for a child process.
  ///
  /// - Parameter options: The options for waitpid.
  /// - Returns: The status from waitpid.
  package static func wait(for child: pid_t, options: CInt = 0) throws -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, options) < 0 {
      guard errno == EINTR else { throw Failure(code: errno) }
    }
    return status
  }

  /// Creates both ends of a connection. Neither is inherited by another program, nor is it one of
  /// the low descriptors that a program is given.
  package static func connection() throws -> (ours: CInt, theirs: CInt) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(code: errno) }
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    return (high[0], high[1])
  }
}
