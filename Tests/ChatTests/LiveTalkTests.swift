import Accounts
import Conversation
import Testing

@testable import Chat

/// The user types while the service responds, in virtual time.
struct LiveTalkTests {
  /// A conversation of one question.
  private func talk(
    taken: Set<String> = [], unreachable: Set<String> = [], entering lines: [String] = [],
    _ script: @escaping (Typist) -> Void
  ) throws -> TypedTalk {
    try TypedTalk(taken: taken, unreachable: unreachable, entering: lines) { typist in
      if typist.questions == 0 { script(typist) }
    }
  }

  private static let validating: LiveVerdict = .underWay(Message(.validating))
  private static let available: LiveVerdict = .ok(Message(.usernameAvailable))
  private static let taken: LiveVerdict = .failed([Message(.usernameTaken)])

  @Test func `a name is checked as soon as typing pauses`() throws {
    let run = try talk { typist in
      for count in 1...7 {
        typist.type(String("octodog".prefix(count)))
        typist.wait(.milliseconds(100))
      }
      typist.wait(.milliseconds(400))
      typist.look()
      typist.wait(.seconds(1))
      typist.look()
    }
    #expect(run.service.calls == [.init(name: "octodog", time: .milliseconds(900))])
    #expect(run.typist.seen.prefix(8).allSatisfy { $0.verdict == Self.validating })
    #expect(run.typist.seen.last?.verdict == Self.available)
  }

  @Test func `the verdict on an earlier name is never shown with a later one`() throws {
    let run = try talk(taken: ["verysecret"]) { typist in
      typist.type("verysecret")
      typist.wait(.milliseconds(1200))
      // The result for the first name arrives while the second is typed.
      for count in 1...10 {
        typist.type(String("secretuser".prefix(count)))
        typist.wait(.milliseconds(50))
        typist.look()
      }
      typist.wait(.seconds(2))
      typist.look()
    }
    #expect(run.service.names == ["verysecret", "secretuser"])
    #expect(run.service.cancelled == ["verysecret"])
    #expect(run.typist.seen.allSatisfy { $0.verdict != Self.taken })
    #expect(run.typist.seen.last == .init(text: "secretuser", verdict: Self.available))
  }

  @Test func `a result that was delivered but not yet shown is not shown with a new text`() throws {
    let run = try talk(taken: ["octocat"]) { typist in
      typist.type("octocat")
      typist.wait(.seconds(2))
      typist.type("octocats")
      typist.type("octocat")
    }
    #expect(run.typist.seen.map(\.verdict) == [Self.validating, Self.validating, Self.taken])
    #expect(run.service.names == ["octocat"])
  }

  @Test(arguments: [0, 200, 299, 301, 900, 1299, 1301, 5000])
  func `Enter makes no second call, and does not wait for a pause`(pause: Int) throws {
    let run = try talk(entering: ["octodog"]) { typist in
      typist.type("octodog")
      typist.wait(.milliseconds(pause))
    }
    #expect(
      run.service.calls == [.init(name: "octodog", time: .milliseconds(min(pause, 300)))])
    #expect(run.typist.said.dropFirst() == [.validating, .usernameAvailable])
  }

  @Test func `redrawing repeats no check, not even of a name that could not be checked`()
    throws
  {
    let run = try talk(unreachable: ["octodog"], entering: ["octodog"]) { typist in
      typist.type("octodog")
      for _ in 0..<20 {
        typist.wait(.milliseconds(200))
        typist.look()
      }
    }
    #expect(run.service.calls.count == 1)
    #expect(run.typist.seen.last?.verdict == .failed([Message(.serviceFailed)]))
    #expect(run.typist.said.dropFirst() == [.validating, .serviceFailed, .retryHint])
  }

  @Test func `an empty line or a command cancels the check`() throws {
    for instead in ["", "/", "/quit"] {
      let run = try talk { typist in
        typist.type("octodog")
        typist.wait(.milliseconds(500))
        typist.type(instead)
        typist.wait(.seconds(5))
        typist.look()
      }
      #expect(run.service.cancelled == ["octodog"])
      #expect(run.typist.seen.last?.verdict == .nothing)
    }
  }

  @Test func `after 20 checks, one is made every 2 s, and a waiting check is shown as waiting`()
    throws
  {
    let run = try talk { typist in
      for count in 1...22 {
        typist.type("octodog\(count)")
        typist.wait(.milliseconds(400))
      }
      typist.look()
      typist.wait(.seconds(10))
    }
    #expect(run.service.calls.count == 21)
    let starts = run.service.calls.map(\.time)
    #expect(zip(starts, starts.dropFirst()).prefix(19).allSatisfy { $1 - $0 == .milliseconds(400) })
    #expect(
      run.service.calls.last?.name == "octodog22", "the turn of a cancelled check is not used")
    #expect(starts[20] - starts[19] == .seconds(2))
    #expect(run.typist.seen.last?.verdict == .underWay(Message(.waitsForTurn)))
  }

  @Test func `the bot says the same with or without live verdicts`() throws {
    let watched = try talk(taken: ["octocat"], entering: ["octocat"]) { typist in
      typist.type("octocat")
      typist.wait(.seconds(3))
    }
    let unwatched = try talk(taken: ["octocat"], entering: ["octocat"]) { _ in }
    #expect(watched.typist.said == unwatched.typist.said)
  }
}
