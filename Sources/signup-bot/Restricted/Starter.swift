import Glibc
import Runtime

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
