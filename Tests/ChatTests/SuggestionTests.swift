import Accounts
import Conversation
import Testing

@testable import Chat

/// Free names on the empty line after a name was reported as taken, in virtual time.
struct SuggestionTests {
  private static let all: Set<String> = Set(
    ["octocat"] + Policy.rxswift.names(like: Username("octocat")).map(\.text))

  /// A conversation in which the user enters names, and before each one but the first follows a script.
  ///
  /// - Parameter typing: How long the first name stands on the line before it is entered; `nil` if it
  ///   comes whole.
  private func talk(
    _ policy: Policy = .rxswift, taken: Set<String>, unreachable: Set<String> = [],
    hangs: Set<String> = [], isAllowed: Bool = true, entering names: [String] = ["octocat"],
    typing: Duration? = nil, _ script: @escaping (Typist) -> Void
  ) throws -> TypedTalk {
    try TypedTalk(
      policy, taken: taken, unreachable: unreachable, hangs: hangs, allowsSuggestions: isAllowed,
      entering: names
    ) { typist in
      if typist.questions > 0 { return script(typist) }
      guard let typing else { return }
      typist.type(names[0])
      typist.wait(typing)
    }
  }

  @Test func `two free names are found, one after the other, and no more are looked up`() throws {
    let run = try talk(taken: ["octocat"]) { typist in
      #expect(typist.suggestions() == [])
      typist.wait(.milliseconds(1001))
      #expect(typist.suggestions() == ["octocat1"])
      typist.wait(.seconds(9))
      #expect(typist.suggestions() == ["octocat1", "octocat2"])
    }
    #expect(run.service.names == ["octocat", "octocat1", "octocat2"])
    #expect(run.typist.said == [.hello, .validating, .usernameTaken])
    #expect(run.typist.wakes == 3, "the result of the check, and each of the two names")
  }

  @Test func `it makes no difference whether the name was being checked when it was entered`()
    throws
  {
    for pause in [0, 100, 900, 1500] {
      let run = try talk(taken: ["octocat"], typing: .milliseconds(pause)) { typist in
        _ = typist.suggestions()
        typist.wait(.seconds(9))
        #expect(typist.suggestions() == ["octocat1", "octocat2"])
      }
      #expect(run.service.names == ["octocat", "octocat1", "octocat2"])
    }
  }

  @Test func `a candidate that is taken is left out, and at most four are looked up`() throws {
    let one = try talk(taken: ["octocat", "octocat1"]) { typist in
      _ = typist.suggestions()
      typist.wait(.seconds(9))
      #expect(typist.suggestions().count == 2 && typist.suggestions().first == "octocat2")
    }
    #expect(one.service.names.count == 4)
    let none = try talk(taken: Self.all) { typist in
      _ = typist.suggestions()
      typist.wait(.seconds(9))
      #expect(typist.suggestions() == [])
    }
    #expect(none.service.names.count == 5)
  }

  @Test func `typing ends the look-ups, and an empty line shows what was found`() throws {
    let run = try talk(taken: ["octocat"]) { typist in
      _ = typist.suggestions()
      typist.wait(.milliseconds(1500))
      typist.type("x")
      typist.wait(.seconds(9))
      #expect(typist.suggestions() == ["octocat1"])
    }
    #expect(run.service.cancelled == ["octocat2"])
    #expect(run.service.names == ["octocat", "octocat1", "octocat2", "x"])
  }

  @Test func `a line that is entered ends the look-ups and waits for none`() throws {
    let names = ["octocat", "octodog"]
    let run = try talk(taken: ["octocat"], hangs: ["octocat1"], entering: names) { typist in
      if !typist.said.contains(.usernameAvailable) { _ = typist.suggestions() }
      typist.wait(.milliseconds(500))
    }
    #expect(run.service.names == ["octocat", "octocat1", "octodog"])
    #expect(run.service.cancelled == ["octocat1"])
    #expect(run.end == .milliseconds(3000), "two checks, and half a second before two lines")
  }

  @Test func `a service that doesn't answer is not asked for another name`() throws {
    let run = try talk(taken: ["octocat"], unreachable: ["octocat1"]) { typist in
      _ = typist.suggestions()
      typist.wait(.seconds(9))
      #expect(typist.suggestions() == [])
    }
    #expect(run.service.names == ["octocat", "octocat1"])
  }

  @Test func `the deadline of one call holds for all look-ups`() throws {
    let run = try talk(taken: ["octocat"], hangs: ["octocat2"]) { typist in
      _ = typist.suggestions()
      typist.wait(.seconds(61))
      #expect(typist.suggestions() == ["octocat1"])
      #expect(typist.service.cancelled == ["octocat2"])
    }
    #expect(run.service.names == ["octocat", "octocat1", "octocat2"])
  }

  @Test func `the policy or the service can forbid it`() throws {
    var policy = Policy.rxswift
    policy.availability?.suggestions = false
    for (policy, isAllowed) in [(Policy.rxswift, false), (policy, true), (.strict, true)] {
      let run = try talk(policy, taken: ["octocat"], isAllowed: isAllowed) { typist in
        _ = typist.suggestions()
        typist.wait(.seconds(9))
        #expect(typist.suggestions() == [])
      }
      #expect(run.service.names == ["octocat"])
    }
  }

  @Test func `look-ups that no one asked for take at most half of the quick ones`() throws {
    let names = (0..<15).map { "octocat" + String(repeating: "x", count: $0) }
    let run = try talk(taken: Set(names), entering: names) { typist in
      _ = typist.suggestions()
      typist.wait(.seconds(9))
      _ = typist.suggestions()
    }
    let entered = Set(names)
    let extra = run.service.names.filter { !entered.contains($0) }
    #expect(
      extra == ["octocat1", "octocat2", "octocatx1", "octocatx2", "octocatxx1", "octocatxx2"])
    #expect(run.service.names.filter(entered.contains) == names)
  }

  @Test func `a frontend that doesn't ask for suggestions causes no look-ups`() throws {
    let run = try talk(taken: ["octocat"]) { $0.wait(.seconds(9)) }
    #expect(run.service.names == ["octocat"])
  }
}
