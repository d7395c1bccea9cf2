import Glibc

/// How much address space the process may have.
enum MemoryLimit {
  /// mallopt(3) and its `M_ARENA_MAX`, which Glibc's module leaves out.
  private typealias Function = @convention(c) (Int32, Int32) -> Int32
  private static let mostArenas: Int32 = -8

  /// Has all threads share one pool of memory where there is a limit. Each would otherwise reserve up to 128 MiB of
  /// its own, and leave none for the others, whose next allocation would end the process.
  static func share() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max, let function = dlsym(nil, "mallopt")
    else { return }
    _ = unsafeBitCast(function, to: Function.self)(mostArenas, 1)
  }
}
