import Glibc

/// The process that started this one.
enum Starter {
  /// Whether it is a process of this user's, and of no one else, so that the environment is theirs or sshd's.
  ///
  /// sshd starts a user's shell from a process that has become that user's altogether. What `su`, `sudo` and their
  /// like start has them as its parent, and they keep root's rights, or their caller's user: then the
  /// environment may be the caller's. A login's dash says less: `su -w` puts it before a shell as well. A process
  /// that can't be seen is not this user's.
  static var isSameUser: Bool {
    let parent = getppid()
    guard let text = InputFile.small("/proc/\(parent)/status"), getppid() == parent else {
      return false
    }
    return isOf(getuid(), status: String(decoding: text, as: UTF8.self))
  }

  /// Whether the real, effective, saved and file system's user of a process are all this one.
  ///
  /// - Parameter status: its /proc/PID/status.
  static func isOf(_ user: uid_t, status: String) -> Bool {
    let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
    let users = line?.dropFirst(4).split { $0 == "\t" || $0 == " " } ?? []
    return users.count == 4 && users.allSatisfy { uid_t($0) == user }
  }
}
