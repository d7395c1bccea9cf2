import Foundation
import Glibc
import Testing

@testable import signup_bot

/// Whether `SSH_CONNECTION` is trusted depends on who started the program.
@Suite(.ownThreads)
struct StarterTests {
  private let scratch = Scratch()

  @Test(arguments: [
    ("1000\t1000\t1000\t1000", true),
    // su and sudo: the caller's process or root's, with root's rights.
    ("1001\t0\t0\t0", false), ("0\t0\t0\t0", false), ("1000\t0\t1000\t0", false),
    ("1001\t1001\t1001\t1001", false), ("1000\t1000\t1000\t1001", false),
    ("1000\t1000\t1000", false),
  ])
  func `a process belongs to a user only if all four of its user IDs match`(
    line: String, isSame: Bool
  ) {
    let status = "Name:\tsshd\nUmask:\t0022\nUid:\t\(line)\nGid:\t0\t0\t0\t0\n"
    #expect(Starter.isOf(1000, status: status) == isSame)
    #expect(!Starter.isOf(1000, status: "Name:\tUid:\t1000\t1000\t1000\t1000\n"))
  }

  /// Fails to sign in once from each address, and returns the number of rows that count the
  /// failures: one for the name, and one for each machine.
  private func failures(_ start: String, _ addresses: [String]) throws -> String {
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

  @Test func `all loopback addresses count as one`() throws {
    let count = try failures("", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.5"])
    #expect(count == "2\n")
  }

  @Test(.enabled(if: OtherUser.canBecome, "only root can become another user"))
  func `an address from another user's process is not trusted`() throws {
    try scratch.shell("install -d -o nobody -m 700 $HOME/s")
    #expect(
      try failures(OtherUser.start, ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) == "2\n")
  }
}
