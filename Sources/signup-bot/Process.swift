import Glibc

/// What the process as a whole is set to.
enum Process {
  /// A closed pipe and a limit on the size of files become errors that can be reported, and no core file is
  /// left with secrets in it.
  static func prepare() {
    holdStandardDescriptors()
    DescriptorLimit.secure()
    MemoryLimit.share()
    for number in ignored { signal(number, SIG_IGN) }
    // Taken out of the environment, whether or not it is needed.
    _ = Surroundings.scimToken
    Surroundings.forgetKeyLog()
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// What a failed write is an error for already. Programs that this one starts must not inherit it.
  static let ignored = [SIGPIPE, SIGXFSZ]

  /// Whether other programs may be started, such as one that opens a page or shows a text by pages.
  /// A program that root starts as another user could be made by that user to type into root's terminal.
  static var mayStartPrograms: Bool { !Restriction.isOn && !ActingUser.isOn }

  /// How many processors there are to use.
  static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  /// A standard stream that is closed stays unusable: the next file to be opened would otherwise take its
  /// number, and be read or written in its place.
  private static func holdStandardDescriptors() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      // The wrong way round, so that each use still fails. The lowest free number is this one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
