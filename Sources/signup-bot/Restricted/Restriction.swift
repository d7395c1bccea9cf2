import Chat
import Glibc
import Synchronization

/// The restricted mode, in which the one at the terminal is a stranger: what they and their environment say
/// starts no program, and reads and writes no file. The operator's settings alone do that.
enum Restriction {
  private static let latch = Atomic(false)

  /// Whether the program is restricted. Once it is, nothing lifts that.
  static var isOn: Bool { latch.load(ordering: .relaxed) }

  /// Begins it. The environment is emptied of all that is not harmless, so this comes before anything reads it.
  static func begin() {
    guard !latch.exchange(true, ordering: .relaxed) else { return }
    Surroundings.replaceEnvironment(HarmlessEnvironment.of(Surroundings.environment))
    dieQuietly()
    // Whoever stopped it in the middle of a change would keep all others from the store.
    signal(SIGTSTP, SIG_IGN)
  }

  /// Swift's runtime has read `SWIFT_BACKTRACE` before `main`. It may name a program that is started at a
  /// crash, by the handlers of these signals.
  private static func dieQuietly() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }
}
