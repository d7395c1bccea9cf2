import Chat
import Glibc
import Runtime

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
    guard let user = getpwuid(getuid()), let path = user.pointee.pw_shell else { return false }
    return Self.isThisProgram(path)
  }

  /// Whether a path, even through links, leads to the file of this program.
  static func isThisProgram(_ path: UnsafePointer<CChar>) -> Bool {
    var (file, program) = (stat(), stat())
    return stat(path, &file) == 0 && stat("/proc/self/exe", &program) == 0
      && file.st_dev == program.st_dev && file.st_ino == program.st_ino
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

/// The process that started this one.
enum Starter {
  /// Whether the parent process belongs only to this user, so that the environment comes from the
  /// user or from sshd.
  ///
  /// sshd starts a user's shell from a process that has completely become that user's. Programs
  /// started by `su`, `sudo` and the like have these as their parent, which keeps root's privileges
  /// or the calling user's identity. The environment may then be the caller's. The dash of a login
  /// shell proves less, because `su -w` also starts a shell with one. A process that can't be
  /// inspected does not count as this user's.
  static var isSameUser: Bool {
    let parent = getppid()
    guard let text = InputFile.small("/proc/\(parent)/status"), getppid() == parent else {
      return false
    }
    return isOf(getuid(), status: String(decoding: text, as: UTF8.self))
  }

  /// Returns whether the real, effective, saved and file system user ids of a process are all those
  /// of one user.
  ///
  /// - Parameter status: the contents of the process's `/proc/PID/status`.
  static func isOf(_ user: uid_t, status: String) -> Bool {
    let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
    let users = line?.dropFirst(4).split { $0 == "\t" || $0 == " " } ?? []
    return users.count == 4 && users.allSatisfy { uid_t($0) == user }
  }
}
