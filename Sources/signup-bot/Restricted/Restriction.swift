import Glibc
import Synchronization

/// The restricted mode, in which the user at the terminal is a stranger. Nothing that strangers
/// type or that is in their environment starts a program, or reads or writes a file. Only the
/// operator's settings do.
enum Restriction {
  private static let latch = Atomic(false)

  /// Whether the program is restricted. The restriction can't be lifted.
  static var isOn: Bool { latch.load(ordering: .relaxed) }

  /// Begins the restriction. It removes everything from the environment that is not harmless, and
  /// must therefore be called before anything reads the environment.
  static func begin() {
    guard !latch.exchange(true, ordering: .relaxed) else { return }
    Environment.replaceEnvironment(HarmlessEnvironment.of(Environment.environment))
    dieQuietly()
    // A stranger who suspended the program during a change would lock the store for everyone else.
    signal(SIGTSTP, SIG_IGN)
  }

  /// Restores the default actions of the signals of crashes. Swift's runtime reads
  /// `SWIFT_BACKTRACE` before `main`; the variable may name a program that the runtime's handlers
  /// of these signals start.
  private static func dieQuietly() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }
}
