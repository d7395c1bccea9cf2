import Chat
import Glibc

/// The limit on the number of open files.
enum DescriptorLimit {
  /// The number of descriptors that a store, a server's connections and the libraries below them
  /// need. Some libraries crash if they can't get a descriptor.
  private static let least: rlim_t = 64

  /// Raises the limit if it is too low and the system allows it. Otherwise ends the program.
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
