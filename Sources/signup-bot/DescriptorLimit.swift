import ArgumentParser
import Glibc

/// How many files the process may have open.
enum DescriptorLimit {
  /// What a store, a server's connections and the libraries below them need. They end the process with a crash
  /// where they get no descriptor.
  private static let least: rlim_t = 64

  /// Raises a limit that is too low, as far as the system lets it, and ends the program where that is not
  /// enough.
  static func secure() {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < least else { return }
    limit.rlim_cur = min(least, limit.rlim_max)
    if limit.rlim_cur == least, setrlimit(kind, &limit) == 0 { return }
    Exit.complain("\(limit.rlim_max) open files are too few (ulimit -n); \(least) are needed")
    exit(Exit.unusable.rawValue)
  }
}
