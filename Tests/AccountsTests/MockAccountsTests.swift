import AccountContract
import Accounts
import FaultServer
import Secrets
import Testing

struct MockAccountsTests {
  private let octodog = Registration(username: Username("octodog"), password: Secret("secret"))

  private func world(_ change: (inout MockAccounts.World) -> Void = { _ in }) -> MockAccounts.World
  {
    var world = MockAccounts.World()
    world.failures = .init(0, in: 1)
    world.seed = 42
    change(&world)
    return world
  }

  private func mock(
    _ world: MockAccounts.World, identity: Policy.Identity = .canonical,
    clock: ManualClock = ManualClock(passing: .seconds(2))
  ) -> MockAccounts {
    MockAccounts(world: world, identity: identity, clock: clock)
  }

  /// The results of some sign-ups, as one letter each.
  private func story(_ mock: MockAccounts, length: Int) async throws -> String {
    var story = ""
    for _ in 0..<length {
      switch try await mock.signUp(octodog) {
      case .signedUp: story += "+"
      case .refused(let reason):
        #expect(reason == .simulated)
        story += "-"
      case .taken, .notAsked, .unknown: story += "?"
      }
    }
    return story
  }

  typealias Contract = AccountServiceContract<MockAccounts>

  @Test(
    arguments: Contract.Rule.allCases,
    [
      (Policy.Identity.canonical, [], ["octodog", "OCTOCAT"]),
      (.caseless, ["OctoCat", "E\u{301}RIC"], ["octodog"]),
    ])
  func `it meets the contract of account services`(
    rule: Contract.Rule, names: (identity: Policy.Identity, same: [String], free: [String])
  ) async throws {
    let world = world { $0.taken = ["octocat", "\u{E9}ric"] }
    let deaf = self.world { $0.unreachable = ["octocat", "octodog"] }
    try await Contract(
      service: { mock(world, identity: names.identity) },
      unreachable: { mock(deaf, identity: .caseless) },
      taken: Username("octocat"), sameAsTaken: names.same.map { Username($0) },
      free: names.free.map { Username($0) }, remembers: false, checksPasswords: false
    ).check(rule)
  }

  @Test func `the defaults are those of the RxSwift example: 1.5 s, and 1 sign-up in 3 fails`() {
    let world = MockAccounts.World()
    #expect(world.latency == .seconds(1.5))
    #expect(world.failures == .init(1, in: 3))
    #expect(world.taken.isEmpty)
    #expect(world.unreachable.isEmpty)
  }

  @Test func `the same seed gives the same results, and another seed gives others`() async throws {
    let world = world { $0.failures = .init(1, in: 3) }
    let first = try await story(mock(world), length: 60)
    #expect(try await story(mock(world), length: 60) == first)
    var other = world
    other.seed = 43
    #expect(try await story(mock(other), length: 60) != first)
    #expect(!first.contains("?"))
  }

  @Test func `seed 42 gives these results on every machine`() async throws {
    let world = world { $0.failures = .init(1, in: 3) }
    #expect(try await story(mock(world), length: 20) == "+--+-+-+++-++++--+-+")
  }

  @Test func `about as many sign-ups fail as configured`() async throws {
    let world = world { $0.failures = .init(1, in: 3) }
    let failed = try await story(mock(world), length: 3_000).filter { $0 == "-" }.count
    #expect((900...1_100).contains(failed), "\(failed) of 3,000")
  }

  @Test(arguments: [1, 2, 7] as [UInt64])
  func `no sign-up fails at a ratio of 0, and all at a ratio of 1`(whole: UInt64) async throws {
    let never = mock(world { $0.failures = .init(0, in: whole) })
    #expect(try await story(never, length: 50) == "+" * 50)
    let always = mock(world { $0.failures = .init(whole, in: whole) })
    #expect(try await story(always, length: 50) == "-" * 50)
  }

  @Test(arguments: [
    (Policy.Identity.bytes, "\u{E9}ric", Availability.taken), (.bytes, "e\u{301}ric", .available),
    (.bytes, "\u{C9}RIC", .available), (.canonical, "e\u{301}ric", .taken),
    (.canonical, "\u{C9}RIC", .available), (.caseless, "E\u{301}RIC", .taken),
    (.caseless, "eric", .available),
  ])
  func `F25 the policy's identity decides whether a name is taken`(
    identity: Policy.Identity, name: String, availability: Availability
  ) async throws {
    let mock = mock(world { $0.taken = ["octocat", "\u{E9}ric"] }, identity: identity)
    let username = Username(name)
    #expect(try await mock.availability(of: username) == availability)
    let result = try await mock.signUp(Registration(username: username, password: Secret("s")))
    #expect((result == .taken) == (availability == .taken))
  }

  @Test func `F52 an unreachable name is unknown, even if it is also taken`() async throws {
    let mock = mock(
      world {
        $0.unreachable = ["octodog"]
        $0.taken = ["octodog"]
      })
    #expect(try await mock.availability(of: octodog.username) == .unknown(.unreachable))
    #expect(try await mock.signUp(octodog) == .unknown(.unreachable))
    #expect(try await mock.availability(of: Username("octocat")) == .available)
  }

  @Test func `it remembers no sign-up`() async throws {
    let mock = mock(world())
    guard case .signedUp(let receipt) = try await mock.signUp(octodog) else {
      Issue.record("not signed up")
      return
    }
    #expect(
      receipt == Receipt(page: "https://example.com/octodog", isSimulated: true))
    #expect(try await mock.availability(of: octodog.username) == .available)
    #expect(try await story(mock, length: 2) == "++")
  }

  @Test func `a cancelled sign-up draws no random number`() async throws {
    let world = world { $0.failures = .init(1, in: 2) }
    let undisturbed = try await story(mock(world), length: 30)
    let mock = mock(world)
    let octodog = octodog
    var disturbed = ""
    for _ in 0..<30 {
      await #expect(throws: CancellationError.self) {
        try await cancelled { try await mock.signUp(octodog) }
      }
      disturbed += try await story(mock, length: 1)
    }
    #expect(disturbed == undisturbed)
  }

  @Test func `taken and unreachable names draw no random number`() async throws {
    let world = world {
      $0.failures = .init(1, in: 2)
      $0.taken = ["octocat"]
      $0.unreachable = ["octopus"]
    }
    let undisturbed = try await story(mock(world), length: 20)
    let mock = mock(world)
    var disturbed = ""
    for _ in 0..<20 {
      for name in ["octocat", "octopus"] {
        _ = try await mock.signUp(Registration(username: Username(name), password: Secret("s")))
      }
      disturbed += try await story(mock, length: 1)
    }
    #expect(disturbed == undisturbed)
  }

  @Test(arguments: [Duration.milliseconds(600), .seconds(1.5)])
  func `every call takes the latency, on the clock`(latency: Duration) async throws {
    let clock = ManualClock(passing: .seconds(2))
    let mock = mock(world { $0.latency = latency }, clock: clock)
    _ = try await mock.availability(of: octodog.username)
    _ = try await mock.signUp(octodog)
    _ = mock.page(of: octodog.username)
    #expect(clock.passed == [latency, latency])
  }

  @Test func `without a name, the page is the sign-up page`() {
    #expect(mock(world()).page(of: nil) == "https://example.com/join")
  }
}
