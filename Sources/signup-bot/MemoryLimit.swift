import Glibc

/// The limit on the process's address space.
enum MemoryLimit {
  /// The type of mallopt(3). Glibc's module does not export the function or its `M_ARENA_MAX`.
  private typealias Function = @convention(c) (Int32, Int32) -> Int32
  private static let mostArenas: Int32 = -8

  /// Makes all threads share one memory arena if there is a limit. Otherwise each thread would
  /// reserve up to 128 MiB for an arena of its own, and the next allocation of a thread that gets
  /// none would end the process.
  static func share() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max, let function = dlsym(nil, "mallopt")
    else { return }
    _ = unsafeBitCast(function, to: Function.self)(mostArenas, 1)
  }
}
