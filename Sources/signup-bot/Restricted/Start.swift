import Chat
import Glibc

/// The way in which the program was started, which may restrict it or end it.
struct Start {
  /// All words of the command line, including the program's name.
  let words: [String]

  /// Whether the program was started as a login shell: `login`, `su -` and `sshd` put a dash before
  /// its name.
  var isLoginShell: Bool { words.first?.utf8.first == UInt8(ascii: "-") }

  /// Whether the program was asked to run a command, as `sshd`, `scp`, `sftp` and `su -c` ask a
  /// shell. An operator's script may have added options before `-c`.
  var isCommand: Bool {
    Restriction.isOn ? words.dropFirst().contains("-c") : words.dropFirst().first == "-c"
  }

  /// Whether the program is the user's shell in the system's user database. Such a user may have no
  /// other shell, even if the name has no dash, such as with `su new`.
  private var isShellOfUser: Bool {
    var (shell, program) = (stat(), stat())
    guard let user = getpwuid(getuid()), let path = user.pointee.pw_shell,
      stat(path, &shell) == 0, stat("/proc/self/exe", &program) == 0
    else { return false }
    return shell.st_dev == program.st_dev && shell.st_ino == program.st_ino
  }

  /// Whether the operator wants to check the setup of the restricted mode.
  var isCheckup: Bool {
    words.dropFirst().first == "doctor" && words.contains("--restricted")
  }

  /// Whether the program must be restricted. A word that merely looks like the option restricts as
  /// well, which does no harm.
  private var asksForRestriction: Bool {
    isLoginShell || isShellOfUser || words.dropFirst().contains("--restricted")
      || Environment.asksForRestriction
  }

  /// Ends the program if it was started in a way that only a real shell supports, and restricts it
  /// if necessary. Nothing may read the environment before this call.
  func takeEffect() {
    if Environment.hasConnection && !Starter.isSameUser { Environment.forgetConnection() }
    if asksForRestriction { Restriction.begin() }
    if isCommand {
      refuse("it is not a shell and runs no commands (-c); connect without a command")
    }
    if isLoginShell || isShellOfUser, words.count > 1 {
      refuse("a login shell takes no arguments here")
    }
  }

  private func refuse(_ why: String) -> Never {
    Process.prepare()
    Exit.complain(why)
    SignupBot.leave(with: Exit.usage, words)
  }
}
