import Foundation
import Testing

/// Events of many people: the sender of an event is determined before the event is used.
@Suite(.ownThreads)
struct ManyPeopleTests {
  private let scratch = Scratch()

  static let many = HeadlessTests.quick + ["--repeat", "--mock-taken", "octocat"]
  static let started = #"{"started":{}}"#

  private static func person(_ who: String, _ password: String) -> [String] {
    [Events.text(who)] + Array(repeating: Events.secret(password), count: 2)
      + [#"{"signUpRequested":{}}"#]
  }

  private func run(_ events: [String]) throws -> Program.Run {
    try Program.run(Self.many, lines: events.map { $0 + "\n" }.joined())
  }

  private func ends(_ run: Program.Run) -> [Substring] {
    run.output.split(separator: "\n").filter { $0.hasPrefix(#"{"record":"end""#) }
      .map { $0.dropFirst(#"{"record":"end","#.count) }
  }

  private static let signedUp = [#""outcome":"signed-up","exit":0,"username":"cyrus"}"#]

  /// Events after which Bob's conversation must not continue with what Cyrus enters.
  static let faults = [
    // A password that is too short, and events that can't be used.
    [Events.text("bob"), Events.secret("abc")], [Events.text("bob"), "{"],
    [Events.text("bob"), Events.text("bob")],
    [Events.text("bob"), Events.secret("hunter22"), Events.secret("hunter33")],
    [Events.secret("hunter22")],
    // Bob leaves early.
    [Events.text("bob"), Events.secret("hunter22")], [Events.text("bob")], [],
    [Events.text("octocat")], [Events.text("bob"), #"{"command":"fly"}"#],
    [
      Events.text("bob"), Events.secret("hunter22"), Events.secret("hunter22"),
      Events.secret("hunter22"),
    ],
    [#"{"textEdited":{"field":"password","secret":"hunter22"}}"#],
    [#"{"textEdited":{"field":"password","secret":"hunter22"}}"#, #"{"signUpRequested":{}}"#],
  ]

  @Test(arguments: faults)
  func `F84 the next started event ends an unfinished conversation`(bob: [String]) throws {
    let run = try run([Self.started] + bob + [Self.started] + Self.person("cyrus", "secret1"))
    #expect(ends(run).count == 2 && ends(run).last == Self.signedUp.last.map { $0[...] })
    #expect(!(run.output + run.errors).contains("hunter"))
  }

  @Test(arguments: faults.filter { $0.count > 1 && $0.last != faults[5].last })
  func `F84 after a fault, events without started are ignored`(bob: [String]) throws {
    let run = try run(bob + Self.person("cyrus", "secret1") + Self.person("dee", "secret2"))
    #expect(ends(run).count == 1 && !run.output.contains("signed-up"))
    #expect(!run.output.contains("cyrus") && !run.output.contains("dee"))
    #expect(run.status != 0)
  }

  @Test func `F84 a mangled started event skips the next person`() throws {
    let run = try run(
      [Self.started, Events.text("bob"), "{\"started\"{}}"] + Self.person("cyrus", "secret1")
        + [Self.started] + Self.person("dee", "secret2"))
    #expect(
      ends(run) == [
        #""outcome":"incomplete","exit":2,"question":"password"}"#,
        #""outcome":"signed-up","exit":0,"username":"dee"}"#,
      ])
    #expect(run.status == 65)
    #expect(run.errors.contains("lines that could not be used: 5\n"))
  }

  @Test func `a refused person's remaining events are skipped, and each is answered with an error`()
    throws
  {
    let run = try run(
      [Self.started] + Self.person("octocat", "secret1") + [Self.started]
        + Self.person("cyrus", "secret1"))
    #expect(run.status == 1)
    #expect(ends(run).first == #""outcome":"refused","exit":1,"question":"username"}"#)
    let error =
      #""why":"no conversation is in progress; nothing is used before the next \"started\""}"#
    for line in 3...5 {
      #expect(run.output.contains(#"{"record":"error","line":\#(line),"# + error))
    }
    #expect(
      run.errors == """
        signup-bot: stdin: lines that could not be used: 3
        signup-bot: 2 conversations: 1 signed-up, 1 refused

        """)
  }

  @Test func `once a stream uses started, every conversation needs it`() throws {
    let run = try run(
      [Self.started] + Self.person("ann", "secret1") + Self.person("bob", "secret2"))
    #expect(ends(run) == [#""outcome":"signed-up","exit":0,"username":"ann"}"#])
    #expect(run.status == 65)
  }

  @Test(arguments: [false, true])
  func `F84 an offer never takes the next person's name for its answer`(saysStarted: Bool) throws {
    let planted = ["xqzv-kjwp-fmgh-ty9A", "xqzv-kjwp-fmgh-ty9B"]
    let people = ["dee", "bob"].enumerated().flatMap { index, who in
      (saysStarted ? [Self.started] : []) + Self.person(who, planted[index])
    }
    let path = scratch.path + "/s.sqlite"
    let run = try Program.run(
      ["--sqlite-path", path, "--repeat", "--timeout", "60s"],
      lines: people.map { $0 + "\n" }.joined())
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      ends(run) == ["dee", "bob"].map { #""outcome":"signed-up","exit":0,"username":"\#($0)"}"# })
    // Only where each person's events are marked can one be for the offer.
    #expect(run.output.contains("offerSignIn") == saysStarted)
    #expect(!planted.contains { run.output.contains($0) || run.errors.contains($0) })
  }

  /// Otherwise it would cancel the previous person's sign-up.
  @Test func `an interrupt does not overtake another person's started`() throws {
    let run = try Program.run(
      Self.many + ["--mock-latency", "300ms"],
      lines: ([Self.started] + Self.person("ann", "secret1")
        + [Self.started, #"{"interrupted":{}}"#, Self.started]
        + Self.person("cyrus", "secret1")).map { $0 + "\n" }.joined())
    #expect(
      ends(run) == [
        #""outcome":"signed-up","exit":0,"username":"ann"}"#,
        #""outcome":"interrupted","exit":130,"question":"username"}"#, Self.signedUp[0][...],
      ])
  }

  @Test func `without --repeat, a refused answer can be corrected`() throws {
    let run = try Program.run(
      HeadlessTests.quick,
      lines: ([Self.started, "{", Events.text("bob"), Events.secret("abc"), Self.started]
        + Self.person("bob", "secret1").dropFirst()).map { $0 + "\n" }.joined())
    #expect(ends(run) == [#""outcome":"signed-up","exit":0,"username":"bob"}"#])
  }
}
