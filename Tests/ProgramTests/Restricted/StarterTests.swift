import Foundation
import Glibc
import Testing

@testable import signup_bot

/// Who started the program decides whether the environment is believed that says where people come from.
@Suite(.ownThreads)
struct StarterTests {
  @Test(arguments: [
    ("1000\t1000\t1000\t1000", true),
    // su and sudo: the caller's, or root's, with root's rights.
    ("1001\t0\t0\t0", false), ("0\t0\t0\t0", false), ("1000\t0\t1000\t0", false),
    ("1001\t1001\t1001\t1001", false), ("1000\t1000\t1000\t1001", false),
    ("1000\t1000\t1000", false),
  ])
  func `a process is a user's own only with all its four users`(line: String, isSame: Bool) {
    let status = "Name:\tsshd\nUmask:\t0022\nUid:\t\(line)\nGid:\t0\t0\t0\t0\n"
    #expect(Starter.isOf(1000, status: status) == isSame)
    #expect(!Starter.isOf(1000, status: "Name:\tUid:\t1000\t1000\t1000\t1000\n"))
  }

  /// Fails to sign in from two addresses; how many rows count that: the name's, and each machine's.
  private func failures(_ start: String, _ addresses: [String], _ scratch: Scratch) throws -> String
  {
    let store = scratch.path + "/s/accounts.sqlite"
    let options = "--accounts sqlite --sqlite-path \(store)"
    let signUp = "printf 'octodog\\n\(ListedStore.password)\\n\(ListedStore.password)\\n'"
    let made = try scratch.shell("\(signUp) | \(start) $BOT \(options) --yes")
    try #require(made.status == 0, "\(made)")
    for address in addresses {
      let run = try scratch.shell(
        """
        export SSH_CONNECTION='\(address) 50000 192.0.2.9 22'
        printf 'octodog\\nwrong password\\n' | \(start) $BOT \(options) --flow sign-in
        """)
      try #require(run.output.contains("Wrong username or password"), "\(run)")
    }
    return try scratch.shell("sqlite3 \(store) 'SELECT count(*) FROM failures'").output
  }

  @Test func `an address that this user's own process names is counted by itself`() throws {
    try Scratch.with { scratch in
      let count = try failures("", ["192.0.2.1", "192.0.2.2"], scratch)
      #expect(count == "3\n")
    }
  }

  @Test func `addresses of this machine are one, of which there are millions`() throws {
    try Scratch.with { scratch in
      let count = try failures("", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.5"], scratch)
      #expect(count == "2\n")
    }
  }

  @Test(.enabled(if: OtherUser.canBecome, "only root can become another user"))
  func `an address that another user's process names is not believed`() throws {
    try Scratch.with { scratch in
      _ = try scratch.shell("install -d -o nobody -m 700 $HOME/s")
      #expect(
        try failures(OtherUser.start, ["192.0.2.1", "192.0.2.2", "192.0.2.3"], scratch) == "2\n")
    }
  }
}

/// Another user of this machine, whom root can become.
enum OtherUser {
  static let start = "setpriv --reuid=nobody --regid=nogroup --clear-groups"
  static let canBecome =
    geteuid() == 0 && (try? Program.shell("\(start) $BOT --version").status) == 0
}
