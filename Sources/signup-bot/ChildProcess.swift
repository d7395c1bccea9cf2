import Glibc

/// A program that this one has started.
struct ChildProcess: Sendable {
  let id: pid_t

  /// Starts a program. Returns `nil` if it can't be started.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH` unless it is a path, and its arguments.
  ///   - environment: The entries of its environment.
  ///   - mask: The signals that it blocks, or `nil` for those that the calling thread blocks.
  ///   - restored: The signals that it doesn't ignore, although this program may.
  ///   - streams: Sets up its descriptors.
  init?(
    _ words: [String], environment: [UnsafeMutablePointer<CChar>] = Environment.entries,
    mask: sigset_t? = nil, restored: [CInt] = Process.ignored,
    streams: (inout posix_spawn_file_actions_t) -> Void
  ) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    streams(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in restored { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var flags = Int16(POSIX_SPAWN_SETSIGDEF)
    if var mask {
      posix_spawnattr_setsigmask(&attributes, &mask)
      flags |= Int16(POSIX_SPAWN_SETSIGMASK)
    }
    posix_spawnattr_setflags(&attributes, flags)
    let arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var child = pid_t()
    guard
      posix_spawnp(&child, words[0], &actions, &attributes, arguments, environment + [nil]) == 0
    else { return nil }
    id = child
  }

  /// Waits for the end.
  ///
  /// - Returns: The status as waitpid reports it, or -1 if it is unknown.
  func wait() -> CInt {
    var status: CInt = -1
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
