import ArgumentParser
import Chat
import Glibc

/// How the program was started, as far as that decides what it is at all.
struct Start {
  /// All words, the program's own name among them.
  let words: [String]

  /// `login`, `su -` and `sshd` put a dash before the name of a login shell.
  var isLoginShell: Bool { words.first?.utf8.first == UInt8(ascii: "-") }

  /// What `sshd`, `scp`, `sftp` and `su -c` ask of a shell: to run the command in the word that follows. An
  /// operator's script may have put options before it.
  var isCommand: Bool {
    Restriction.isOn ? words.dropFirst().contains("-c") : words.dropFirst().first == "-c"
  }

  /// Whether the system's table of users has the program for this user's shell: whoever started it may have
  /// no other, such as with `su new`, which puts no dash before the name.
  private var isShellOfUser: Bool {
    var (shell, program) = (stat(), stat())
    guard let user = getpwuid(getuid()), let path = user.pointee.pw_shell,
      stat(path, &shell) == 0, stat("/proc/self/exe", &program) == 0
    else { return false }
    return shell.st_dev == program.st_dev && shell.st_ino == program.st_ino
  }

  /// Whether the operator asks how the restricted mode is set up.
  var isCheckup: Bool {
    words.dropFirst().first == "doctor" && words.contains("--restricted")
  }

  /// A word that merely looks like the option restricts as well: that does no harm.
  private var asksForRestriction: Bool {
    isLoginShell || isShellOfUser || words.dropFirst().contains("--restricted")
      || Surroundings.asksForRestriction
  }

  /// Ends the program where it is started as only a real shell may be, and restricts it where that is wanted.
  /// Nothing may read the environment before.
  func takeEffect() {
    if Surroundings.hasConnection && !Starter.isSameUser { Surroundings.forgetConnection() }
    if asksForRestriction { Restriction.begin() }
    if isCommand {
      refuse("it is no shell, and runs no command (-c); connect without one to talk")
    }
    if isLoginShell || isShellOfUser, words.count > 1 {
      refuse("a login shell takes no arguments here")
    }
  }

  private func refuse(_ why: String) -> Never {
    Process.prepare()
    Exit.complain(why)
    SignupBot.exit(withError: Exit.usage)
  }
}
