import Foundation
import Testing

/// A recording of a chat at a terminal contains neither the secrets nor their lengths.
@Suite(.ownThreads)
struct RecordingTests {
  private let scratch = Scratch()

  private struct Secrets {
    let short: String
    let wrong: String
    let right: String
  }

  /// Records a chat with two wrong secrets: one that is refused, and one that doesn't repeat the
  /// password.
  private func record(_ secrets: Secrets) throws -> String {
    let terminal = try TestTerminal(
      "exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1 --record $HOME/r.chat",
      scratch: scratch)
    try terminal.answer([
      "Username?": "octodog", "Password?": secrets.short, "Password?": secrets.right,
      "Password again?": secrets.wrong, "Password again?": secrets.right,
      "Sign up as octodog? (Y/n)": "yes",
    ])
    #expect(try terminal.waitForChange() == .exited(0))
    return try scratch.text("r.chat")
  }

  @Test func `a recording replays to the same bytes and reveals no secret and no length`() throws {
    let first = Secrets(short: "abc", wrong: "hunter2", right: "Tr0ub4dor")
    let second = Secrets(
      short: "qrst", wrong: "a-rather-longer-mistake-of-mine", right: "correct horse battery staple"
    )
    let (one, other) = (try record(first), try record(second))
    #expect(one == other, "nothing in it depends on the secrets")
    #expect(one.contains("Password must be") && one.contains("Password different"))
    for secrets in [first, second] {
      for secret in [secrets.short, secrets.wrong, secrets.right] {
        #expect(!one.contains("> " + secret) && !other.contains(secret))
      }
    }
    #expect(try Program.run(lines: one).output == one)
    try scratch.files(["r.chat": one])
    let run = try scratch.shell("$BOT replay --coverage d")
    #expect(run.status == 0, "\(run.output)")
    #expect(!run.output.contains("never given"))
  }
}
