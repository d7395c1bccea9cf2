import Accounts
import Chat
import Conversation
import Runtime
import Secrets
import Synchronization
import Testing
import Transcripts

@testable import Replay

/// The results of replaying a file.
struct ReplayerTests {
  private func verdict(_ text: String) -> ReplayVerdict {
    Replayer().replay(Array(text.utf8)).verdict
  }

  private func wrongLine(_ text: String) -> Int? { verdict(text).complaint?.line }

  private func isDifference(_ verdict: ReplayVerdict) -> Bool { verdict.difference != nil }

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
    ("a conflict", Sample.replacing("you> yes\n", "<<<<<<< HEAD\nyou> yes\n"), 21, true),
    ("a conflict's middle", Sample.replacing("you> yes\n", "=======\nyou> yes\n"), 21, true),
    ("a conflict's end", Sample.text + ">>>>>>> theirs\n", Sample.lines + 1, true),
    ("a conflict's base", Sample.replacing("you> yes\n", "||||||| base\nyou> yes\n"), 21, true),
    ("nothing", "", 1, true),
    ("a newline alone", "\n", 1, true),
  ]

  @Test(arguments: faults)
  func `each fault is reported at its line`(
    name: String, text: String, line: Int, isBroken: Bool
  ) {
    let verdict = verdict(text)
    #expect(verdict.complaint?.line == line, "\(verdict)")
    if case .broken = verdict { #expect(isBroken) } else { #expect(!isBroken && !verdict.isGood) }
    #expect(!String(reflecting: verdict).contains("hunter2"))
    let held = Replayer().replay(Array(text.utf8))
    #expect(
      (held.update == nil) == isBroken, "a transcript that can't be parsed is never rewritten")
  }

  @Test func `a fault in the second transcript of a file is reported with the file's line number`()
  {
    for fault in Self.faults where !["CR LF", "nothing", "a newline alone"].contains(fault.name) {
      #expect(wrongLine(Sample.text + fault.text) == Sample.lines + fault.line, "\(fault.name)")
    }
  }

  @Test func `an unusable setting is reported at its line, also in the second transcript`() throws {
    let text = Sample.text + Sample.replacing("@ seed 1", "@ seed one")
    guard case .unusable(let error) = verdict(text) else {
      Issue.record("the verdict is not unusable")
      return
    }
    #expect(error.key == "seed")
    #expect(wrongLine(text) == Sample.lines + 6)
  }

  @Test
  func `an expected failure is good, and stays unchanged while other transcripts are updated`() {
    let expected = Sample.expectingFailure(Sample.wrong)
    #expect(verdict(expected) == .failedAsExpected(why: "not yet"))
    #expect(verdict(Sample.text + expected) == .failedAsExpected(why: "not yet"))
    #expect(verdict(expected + Sample.text) == .failedAsExpected(why: "not yet"))
    let held = Replayer().replay(Array((Sample.wrong + expected + Sample.wrong).utf8))
    #expect(isDifference(held.verdict))
    #expect(held.update?.new == Sample.text + expected + Sample.text)
  }

  @Test func `an expected failure may be a break in the middle or an unusable setting`() {
    for text in [
      Sample.replacing("key> password\nbot+ Password acc", "you> octodog\nbot+ Password acc"),
      Sample.replacing("@ locale en", "@ locale xx"),
    ] {
      #expect(!verdict(text).isGood)
      #expect(verdict(Sample.expectingFailure(text)) == .failedAsExpected(why: "not yet"))
    }
  }

  @Test func `an expected failure that passes is reported at its line, and is never rewritten`() {
    let passes = Sample.expectingFailure(Sample.text, "issue 7")
    #expect(verdict(passes) == .passedUnexpectedly(why: "issue 7", line: 6))
    let second = Replayer().replay(Array((Sample.wrong + passes).utf8))
    #expect(second.verdict == .passedUnexpectedly(why: "issue 7", line: Sample.lines + 6))
    #expect(second.update == nil)
  }

  @Test func `all transcripts in the file are counted`() {
    #expect(Replayer().replay(Array(Sample.text.utf8)).transcripts == 1)
    #expect(
      Replayer().replay(Array((Sample.text + Sample.wrong + Sample.text).utf8)).transcripts == 3)
  }

  @Test func `the same story twice in one file is a duplicate`() throws {
    let twice = Replayer(notesCoverage: true).replay(Array((Sample.text + Sample.text).utf8))
    let coverage = Coverage([("a.chat", try #require(twice.reached))])
    #expect(coverage.duplicates == ["a.chat:1 = a.chat:\(Sample.lines + 1)"])
  }

  // MARK: Updates

  @Test func `an update keeps comments, settings, placeholders and the answers`() {
    let text = Sample.replacing("https://example.com/octodog", "{{link:word}}")
      .components(separatedBy: "bot> Username?\n").joined(
        separator: "# Who?\n\nbot> Name?\n# There.\n")
    let held = Replayer().replay(
      Array(("#!/usr/bin/env signup-bot\n" + text + "# The end.\n").utf8))
    #expect(
      held.update?.new
        == "#!/usr/bin/env signup-bot\n"
        + text.components(separatedBy: "bot> Name?").joined(separator: "bot> Username?")
        + "# The end.\n")
  }

  @Test func `an updated transcript agrees, whatever was wrong with it`() {
    var random = SplitMix64(seed: 7)
    var updates = 0
    let lines = Sample.text.components(separatedBy: "\n").dropLast()
    for _ in 0..<400 {
      var changed = Array(lines)
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 7..<changed.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: changed.remove(at: place)
        case 1: changed.insert(changed.randomElement(using: &random)!, at: place)
        case 2: changed.insert("# A comment", at: place)
        case 3: changed.insert("bot> Hm {{a:word}}", at: place)
        default: changed[place] += " x"
        }
      }
      let text = changed.joined(separator: "\n")
      guard let update = Replayer().replay(Array(text.utf8)).update else { continue }
      updates += 1
      #expect(verdict(update.new) == .agrees, "\(text)\nbecame\n\(update.new)")
      let comments = { (text: String) in
        text.components(separatedBy: "\n").filter { $0.hasPrefix("#") }
      }
      #expect(comments(update.new) == comments(text))
    }
    #expect(updates > 100)
  }

  // MARK: Secrets

  @Test func `a resolved secret in an answer or a comment is reported as a leak at its line`() {
    for (text, line) in [
      (Sample.replacing("you> yes\n", "you> \(Sample.secret)\nyou> yes\n"), 21),
      (Sample.replacing("# All goes well.", "# It is \(Sample.secret)."), 2),
      (Sample.text + "# \(Sample.secret)\n", Sample.lines + 1),
      (
        Sample.text
          + Sample.replacing("you> yes", "you> \(Sample.secret)\nyou> yes").components(
            separatedBy: "secret password strong"
          ).joined(separator: "secret password lower:9"), Sample.lines + 21
      ),
      (
        Sample.text + Sample.replacing("you> yes\n", "you> \(Sample.secret)\nyou> yes\n"),
        Sample.lines + 21
      ),
      (Sample.expectingFailure(Sample.wrong, Sample.secret), 6),
      (Sample.expectingFailure(Sample.text) + "# \(Sample.secret)\n", Sample.lines + 2),
    ] {
      let held = Replayer().replay(Array(text.utf8))
      #expect(held.verdict == .leaks(line: line))
      #expect(held.update == nil)
    }
  }

  private func replayer(outside secret: String) -> Replayer {
    var access = Replayer.Access { _ in nil }
    access.outside = { _ in Secret(secret) }
    return Replayer(in: access)
  }

  @Test func `a secret that the bot would say is a leak, unless the transcript contains it`() {
    let text = Sample.replacing("password strong", "password env:PW")
      .components(separatedBy: "https://example.com/octodog").joined(separator: "a link")
    #expect(
      replayer(outside: "octodog: https").replay(Array(text.utf8)).verdict == .leaks(line: 24))
    #expect(isDifference(replayer(outside: "com/octodog").replay(Array(text.utf8)).verdict))
    #expect(isDifference(replayer(outside: "hunter2!").replay(Array(text.utf8)).verdict))
    #expect(isDifference(replayer(outside: "octodog").replay(Array(text.utf8)).verdict))
    #expect(isDifference(replayer(outside: "Password").replay(Array(text.utf8)).verdict))
  }

  @Test func `a refused secret is released before the next question`() throws {
    let box = Mutex<WeakSecret>(WeakSecret())
    let script = try Script(
      parsing: Sample.replacing("password strong", "password env:PW").utf8)
    var access = Replayer.Access { _ in nil }
    access.outside = { _ in
      let secret = Secret("abc")
      box.withLock { $0.secret = secret }
      return secret
    }
    let run = try ScriptRun(
      script, given: RawSettings(), in: access.settings, outside: access.outside,
      fallbacks: access.fallbacks)
    let time = VirtualTime()
    let accounts = try access.services(run.settings, time.clock)
    let tripwire = Tripwire(keepsAll: false, shortest: 3) { "" }
    let states = Mutex<[String]>([])
    // The transcript's next answer doesn't fit the password question, so the run ends there.
    _ = try? run.begin(with: accounts, in: time, tripwire: tripwire) { line in
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
    let access = Replayer.Access { _ in nil }
    let run = try ScriptRun(
      script, given: RawSettings(), in: access.settings, outside: access.outside,
      fallbacks: access.fallbacks)
    let time = VirtualTime()
    let accounts = try access.services(run.settings, time.clock)
    let made = SecretMaker(seed: 1).secret(named: "w", .words(1), username: nil)
    let secret = try #require(made)
    let tripwire = Tripwire(keepsAll: false, shortest: 3) { "" }
    let states = Mutex<[String]>([])
    _ = try run.begin(with: accounts, in: time, tripwire: tripwire) { line in
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
