import Chat
import Conversation
import Secrets
import Synchronization
import TestSupport
import Testing
import Transcripts

@testable import Replaying

/// The results of replaying a file.
struct ReplayerTests {
  private func verdict(_ text: String) -> Verdict { Replayer().hold(Array(text.utf8)).verdict }

  private func wrongLine(_ text: String) -> Int? { verdict(text).complaint?.line }

  private func isDifference(_ verdict: Verdict) -> Bool { verdict.difference != nil }

  @Test func `a good transcript agrees`() {
    #expect(verdict(Sample.text) == .agrees)
  }

  @Test func `one changed character in any line of the bot is reported at that line`() throws {
    let lines = Sample.text.components(separatedBy: "\n")
    for (index, line) in lines.enumerated() where line.hasPrefix("bot") {
      for place in [5, line.count / 2 + 3, line.count - 1] {
        var characters = Array(line)
        characters[place] = characters[place] == "x" ? "y" : "x"
        var changed = lines
        changed[index] = String(characters)
        let verdict = verdict(changed.joined(separator: "\n"))
        #expect(isDifference(verdict) && verdict.complaint?.line == index + 1, "\(changed[index])")
      }
    }
  }

  static let faults: [(name: String, text: String, line: Int, isBroken: Bool)] = [
    (
      "no end", Sample.replacing("end> signed-up exit=0 username=octodog\n", ""), Sample.lines - 1,
      false
    ),
    ("no last newline", String(Sample.text.dropLast()), Sample.lines + 1, false),
    (
      "an answer too many", Sample.replacing("you> yes\n", "you> yes\nyou> yes\n"), 22, false
    ),
    (
      "an answer at the end", Sample.replacing("end> ", "you> more\nend> "), 25, false
    ),
    (
      "a secret at an ordinary question",
      Sample.replacing("you> octodog", "@ secret name strong\nkey> name"), 11, true
    ),
    ("a literal secret", Sample.replacing("key> password", "key> hunter2"), 15, true),
    ("a literal answer", Sample.replacing("key> password", "you> hunter2"), 15, true),
    ("CR LF", Sample.replacing("\n", "\r\n"), 1, true),
    ("CR LF in one line", Sample.replacing("you> yes\n", "you> yes\r\n"), 21, true),
    ("a conflict", Sample.replacing("you> yes\n", "  @Test func `a refused secret is released before the next question`() throws {
    let box = Mutex<WeakSecret>(WeakSecret())
    let script = try Script(
      parsing: Sample.replacing("password strong", "password env:PW").utf8)
    var surroundings = Replayer.Surroundings { _ in nil }
    surroundings.outside = { _ in
      let secret = Secret("abc")
      box.withLock { $0.secret = secret }
      return secret
    }
    let run = try ScriptRun(
      script, given: RawSettings(), in: surroundings.settings, outside: surroundings.outside,
      services: surroundings.services, fallbacks: surroundings.fallbacks)
    let tripwire = Tripwire(keepsAll: false, shortest: 3) { "" }
    let states = Mutex<[String]>([])
    // The transcript's next answer doesn't fit the password question, so the run ends there.
    _ = try? run.begin(in: VirtualTime(), tripwire: tripwire) { line in
      let isAlive = box.withLock { $0.secret != nil }
      states.withLock { $0.append((isAlive ? "held " : "gone ") + line.text) }
    }.run()
    let lines = states.withLock { $0 }
    let refused = try #require(lines.firstIndex { $0.contains("bot! Password must") })
    #expect(lines[refused].hasPrefix("held "), "the test would prove nothing")
    #expect(lines[refused + 1] == "gone bot> Password?")
  }

  @Test func `a secret from the transcript is no longer searched for after it was refused`()
    throws
  {
    let script = try Script(
      parsing: """
        @ transcript 1
        @ mock-latency 0s
        @ seed 1
        @ locale en
        @ policy strict
        @ secret w words:1
        you> octodog
        key> w
        key> w
        you> /quit

        """.utf8)
    let surroundings = Replayer.Surroundings { _ in nil }
    let run = try ScriptRun(
      script, given: RawSettings(), in: surroundings.settings, outside: surroundings.outside,
      services: surroundings.services, fallbacks: surroundings.fallbacks)
    let made = SecretMaker(seed: 1).secret(named: "w", .words(1), username: nil)
    let secret = try #require(made)
    let tripwire = Tripwire(keepsAll: false, shortest: 3) { "" }
    let states = Mutex<[String]>([])
    _ = try run.begin(in: VirtualTime(), tripwire: tripwire) { line in
      let isWatched = secret.withBytes { tripwire.firstHit(in: $0) } != nil
      states.withLock { $0.append((isWatched ? "watched " : "free ") + line.text) }
    }.run()
    let lines = states.withLock { $0 }.filter { $0.contains("bot") }
    #expect(
      lines.filter { $0.hasPrefix("watched bot!") }.count == 2, "the test would prove nothing")
    #expect(lines.filter { $0.hasPrefix("free bot> Password?") }.count == 3)
    #expect(!lines.contains { $0.hasPrefix("watched bot>") })
  }
}

private struct WeakSecret {
  weak var secret: Secret?
}
