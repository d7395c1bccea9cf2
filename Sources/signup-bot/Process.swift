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
    DescriptorLimit.secure()
    MemoryLimit.share()
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
}
