import Glibc

/// What the process as a whole is set to.
enum Process {
  /// A closed pipe becomes an error that can be reported, and no core file is left with secrets in it.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// How many processors there are to use.
  static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }
}
