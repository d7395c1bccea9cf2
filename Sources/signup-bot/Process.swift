import Chat
import Glibc
import Runtime
import Terminal

/// Settings of the process as a whole.
enum Process {
  /// Prepares the process: writing to a closed pipe and exceeding the file size limit become errors
  /// that can be reported, and a crash leaves no core file with secrets in it.
  static func prepare() {
    holdStandardDescriptors()
    secureDescriptors()
    shareMemory()
    for number in ignored { signal(number, SIG_IGN) }
    // Remove the token from the environment, even if it is not needed.
    _ = Environment.scimToken
    Environment.forgetKeyLog()
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// The signals whose cause is also reported as a write error. Programs that this one starts must
  /// not inherit that they are ignored.
  static let ignored = [SIGPIPE, SIGXFSZ]

  /// Whether other programs may be started, such as a pager or one that opens a page. If root
  /// started a program as another user, that user could make it type into root's terminal.
  static var mayStartPrograms: Bool { !Restriction.isOn && !ActingUser.isOn }

  /// Real time for a conversation at a terminal, which can't run the service's calls by itself. Without
  /// room for a thread, the program ends.
  static func timeAtTerminal() -> RealTime {
    RealTime(ContinuousClock()) {
      Terminal.restore()
      exit(Exit.status(for: NoThread(), input: "").rawValue)
    }
  }

  /// The number of available processors, at least 1.
  static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  /// Keeps a closed standard stream unusable. Otherwise the next file to be opened would get its
  /// number, and be read or written in its place.
  private static func holdStandardDescriptors() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      // Open it in the wrong direction, so that every use still fails. It gets the stream's number,
      // which is the lowest free one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// The number of descriptors that a store, a server's connections and the libraries below them
  /// need. Some libraries crash if they can't get a descriptor.
  private static let leastDescriptors: rlim_t = 64

  /// Raises the limit on the number of open files if it is too low and the system allows it.
  /// Otherwise ends the program.
  private static func secureDescriptors() {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < leastDescriptors else { return }
    limit.rlim_cur = min(leastDescriptors, limit.rlim_max)
    if limit.rlim_cur == leastDescriptors, setrlimit(kind, &limit) == 0 { return }
    Exit.complain(
      "\(limit.rlim_max) open files are too few (ulimit -n); \(leastDescriptors) are needed")
    exit(Exit.unusable.rawValue)
  }

  /// Makes all threads share one memory arena if the address space is limited. Otherwise each thread
  /// would reserve up to 128 MiB for an arena of its own, and the next allocation of a thread that
  /// gets none would end the process.
  private static func shareMemory() {
    // Glibc's module does not export mallopt(3) or its `M_ARENA_MAX`.
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    let mostArenas: Int32 = -8
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max, let function = dlsym(nil, "mallopt")
    else { return }
    _ = unsafeBitCast(function, to: Function.self)(mostArenas, 1)
  }
}
