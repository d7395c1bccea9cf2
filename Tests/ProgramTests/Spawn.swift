import Glibc

/// Starts a program and waits for it. Foundation's `Process` notices the end of a child by a descriptor
/// that a daemon (tmux's server) inherits and holds open for ever.
enum Spawn {
  struct Failure: Error {
    let code: Int32
  }

  /// - Parameters:
  ///   - output: the file that stdout goes to.
  ///   - errors: the file that stderr goes to.
  /// - Returns: the status that waitpid gives.
  static func run(
    _ arguments: [String], environment: [String: String], output: String, errors: String
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    // Another test may have this process ignore or hold back signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child = pid_t()
    let code = posix_spawnp(&child, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw Failure(code: code) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(code: errno) }
    }
    return status
  }
}
