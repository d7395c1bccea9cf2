import Glibc

/// Another user of this machine, whom root can become.
enum OtherUser {
  static let start = "setpriv --reuid=nobody --regid=nogroup --clear-groups"
  static let canBecome =
    geteuid() == 0 && (try? Program.shell("\(start) $BOT --version").status) == 0
}
