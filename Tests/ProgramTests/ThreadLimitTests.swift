import Foundation
import TestSupport
import Testing

/// F80: limits on threads and on memory. Whatever is lacking, the program ends and says what it
/// was.
@Suite(.serialized, .ownThreads)
struct ThreadLimitTests {
  private let scratch = Scratch()

  /// Runs a command as a user without other processes: the kernel counts all threads of a user.
  private static let start = "setpriv --reuid=61234 --regid=61234 --clear-groups"
  private static let canLimit =
    OtherUser.canBecome && (try? Program.shell("\(start) $BOT --version").status) == 0

  private static let password = "xqzv-kjwp-fmgh-ty9"

  /// The command lines, each with its possible exit statuses.
  private static let commands: [(line: String, statuses: Set<Int32>)] = [
    ("--mock-latency 0s --mock-failures 0/1 --yes < answers", [0]),
    ("--sqlite-path new.sqlite --yes < answers", [0, 1, 78]),
    ("--sqlite-path old.sqlite --flow sign-in < name", [0, 1, 78]),
    ("--scim-url http://127.0.0.1:9 --yes < answers", [69, 78]),
    ("--github-url http://127.0.0.1:9 --yes < answers", [69, 78]),
    ("accounts list --sqlite-path old.sqlite", [0, 78]),
    ("--sqlite-path junk.sqlite --yes < answers", [78]),
    ("accounts list --sqlite-path junk.sqlite", [78]),
    ("accounts list --scim-url http://127.0.0.1:9", [69, 78]),
    ("replay t", [0]),
    ("--mock-latency 0s --format jsonl < events", [2, 78]),
    ("doctor --sqlite-path old.sqlite", [0, 78]),
    ("doctor --scim-url http://127.0.0.1:9", [78]),
  ]

  /// Creates the files that the commands read, in a folder that belongs to that user.
  private func prepare() throws {
    let made = try scratch.shell(
      """
      printf 'octodog\\n\(Self.password)\\n\(Self.password)\\n' > answers
      printf 'octodog\\n\(Self.password)\\n' > name
      echo '{"lineEntered":{"text":"octodog"}}' > events
      yes | head -c 4096 > junk.sqlite; chmod 600 junk.sqlite
      mkdir t; cp '\(Program.root.path)'/transcripts/store/*.chat t
      chown -R 61234:61234 .
      \(Self.start) $BOT --sqlite-path old.sqlite --yes < answers
      """)
    try #require(made.status == 0, "\(made)")
  }

  private func expectEnd(_ limit: String) throws {
    for (line, statuses) in Self.commands {
      let run = try scratch.shell(
        "timeout \(Deadline.seconds) \(Self.start) bash -c 'ulimit \(limit); exec $BOT \(line)'")
      #expect(!run.isSignal && statuses.contains(run.status), "\(limit) \(line): \(run)")
      #expect(!(run.output + run.errors).isEmpty, "\(limit) \(line)")
      try scratch.shell("rm -f new.sqlite*")
    }
  }

  @Test(
    .enabled(if: canLimit, "only root can become another user"),
    arguments: ["-u 1", "-u 2", "-u 3", "-v 100000", "-v 130000", "-v 200000"])
  func `F71 F80 with room for few threads or little memory, every command ends`(limit: String)
    throws
  {
    try prepare()
    try expectEnd(limit)
  }

  @Test(.enabled(if: canLimit, "only root can become another user"))
  func `F80 events that no thread can read end with 78, and a replay runs on one thread`() throws {
    try prepare()
    let events = try scratch.shell(
      "\(Self.start) bash -c 'ulimit -u 1; exec $BOT --format jsonl < events'")
    #expect(events.status == 78)
    #expect(
      events.errors == "signup-bot: can't create another thread (ulimit -u, ulimit -v)\n")
    let replay = try scratch.shell(
      "\(Self.start) bash -c 'ulimit -u 1; exec $BOT replay --jobs 8 t'")
    #expect(replay.status == 0)
    #expect(replay.output.contains(" agree, 0 differ, 0 broken"))
  }
}
