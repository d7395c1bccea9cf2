import Accounts
import Conversation
import Runtime
import Synchronization
import Testing

@testable import Chat

/// Free names on the empty line after a name was reported as taken, in virtual time.
struct SuggestionTests {
  private static let all: Set<String> = Set(
    ["octocat"] + Policy.rxswift.names(like: Username("octocat")).map(\.text))

  @Test func `two free names are found, one after the other, and no more are looked up`() throws {
    let run = try Run(taken: ["octocat"]) { typist in
      #expect(typist.look() == [])
      typist.wait(.milliseconds(1001))
      #expect(typist.look() == ["octocat1"])
      typist.wait(.seconds(9))
      #expect(typist.look() == ["octocat1", "octocat2"])
    }
    #expect(run.service.calls == ["octocat", "octocat1", "octocat2"])
    #expect(run.typist.said == [.hello, .validating, .usernameTaken])
    #expect(run.typist.wakes == 3, "the result of the check, and each of the two names")
  }

  @Test func `it makes no difference whether the name was being checked when it was entered`()
    throws
  {
    for pause in [0, 100, 900, 1500] {
      let run = try Run(taken: ["octocat"], typing: .milliseconds(pause)) { typist in
        _ = typist.look()
        typist.wait(.seconds(9))
        #expect(typist.look() == ["octocat1", "octocat2"])
      }
      #expect(run.service.calls == ["octocat", "octocat1", "octocat2"])
    }
  }

  @Test func `a candidate that is taken is left out, and at most four are looked up`() throws {
    let one = try Run(taken: ["octocat", "octocat1"]) { typist in
      _ = typist.look()
      typist.wait(.seconds(9))
      #expect(typist.look().count == 2 && typist.look().first == "octocat2")
    }
    #expect(one.service.calls.count == 4)
    let none = try Run(taken: Self.all) { typist in
      _ = typist.look()
      typist.wait(.seconds(9))
      #expect(typist.look() == [])
    }
    #expect(none.service.calls.count == 5)
  }

  @Test func `typing ends the look-ups, and an empty line shows what was found`() throws {
    let run = try Run(taken: ["octocat"]) { typist in
      _ = typist.look()
      typist.wait(.milliseconds(1500))
      typist.type("x")
      typist.wait(.seconds(9))
      #expect(typist.look() == ["octocat1"])
    }
    #expect(run.service.cancelled == ["octocat2"])
    #expect(run.service.calls == ["octocat", "octocat1", "octocat2", "x"])
  }

  @Test func `a line that is entered ends the look-ups and waits for none`() throws {
    let names = ["octocat", "octodog"]
    let run = try Run(taken: ["octocat"], hangs: ["octocat1"], entering: names) { typist in
      if !typist.said.contains(.usernameAvailable) { _ = typist.look() }
      typist.wait(.milliseconds(500))
    }
    #expect(run.service.calls == ["octocat", "octocat1", "octodog"])
    #expect(run.service.cancelled == ["octocat1"])
    #expect(run.end == .milliseconds(3000), "two checks, and half a second before two lines")
  }

  @Test func `a service that doesn't answer is not asked for another name`() throws {
    let run = try Run(taken: ["octocat"], unreachable: ["octocat1"]) { typist in
      _ = typist.look()
      typist.wait(.seconds(9))
      #expect(typist.look() == [])
    }
    #expect(run.service.calls == ["octocat", "octocat1"])
  }

  @Test func `the deadline of one call holds for all look-ups`() throws {
    let run = try Run(taken: ["octocat"], hangs: ["octocat2"]) { typist in
      _ = typist.look()
      typist.wait(.seconds(61))
      #expect(typist.look() == ["octocat1"])
      #expect(typist.service.cancelled == ["octocat2"])
    }
    #expect(run.service.calls == ["octocat", "octocat1", "octocat2"])
  }

  @Test func `the policy or the service can forbid it`() throws {
    var policy = Policy.rxswift
    policy.availability?.suggestions = false
    for (policy, isAllowed) in [(Policy.rxswift, false), (policy, true), (.strict, true)] {
      let run = try Run(policy, taken: ["octocat"], isAllowed: isAllowed) { typist in
        _ = typist.look()
        typist.wait(.seconds(9))
        #expect(typist.look() == [])
      }
      #expect(run.service.calls == ["octocat"])
    }
  }

  @Test func `look-ups that no one asked for take at most half of the quick ones`() throws {
    let names = (0..<15).map { "octocat" + String(repeating: "x", count: $0) }
    let run = try Run(taken: Set(names), entering: names) { typist in
      _ = typist.look()
      typist.wait(.seconds(9))
      _ = typist.look()
    }
    let entered = Set(names)
    let extra = run.service.calls.filter { !entered.contains($0) }
    #expect(
      extra == ["octocat1", "octocat2", "octocatx1", "octocatx2", "octocatxx1", "octocatxx2"])
    #expect(run.service.calls.filter(entered.contains) == names)
  }

  @Test func `a frontend that doesn't ask for suggestions causes no look-ups`() throws {
    let run = try Run(taken: ["octocat"]) { $0.wait(.seconds(9)) }
    #expect(run.service.calls == ["octocat"])
  }
}

/// A service that takes one second per call and records its calls.
private final class SlowService: AccountService {
  private struct State {
    var calls: [String] = []
    var cancelled: [String] = []
  }

  private let state = Mutex(State())
  private let time: VirtualTime
  private let answers: @Sendable (String) -> Availability
  private let hangs: Set<String>
  let allowsSuggestions: Bool

  init(
    _ time: VirtualTime, _ hangs: Set<String>, isAllowed: Bool,
    _ answers: @escaping @Sendable (String) -> Availability
  ) {
    (self.time, self.hangs, self.answers) = (time, hangs, answers)
    allowsSuggestions = isAllowed
  }

  var calls: [String] { state.withLock { $0.calls } }
  var cancelled: [String] { state.withLock { $0.cancelled } }

  func availability(of username: Username) async throws -> Availability {
    let name = username.text
    state.withLock { $0.calls.append(name) }
    do {
      try await time.sleep(for: hangs.contains(name) ? .seconds(1000) : .seconds(1))
    } catch {
      state.withLock { $0.cancelled.append(name) }
      throw error
    }
    return answers(name)
  }

  func signUp(_ registration: Registration) async throws -> SignUpResult { .taken }
  func signIn(_ credentials: Credentials) async throws -> SignInResult { .wrongCredentials }
  func page(of username: Username?) -> String? { nil }
}

/// A user who enters names, and before each one but the first follows a script.
private final class Typist: Frontend {
  let service: SlowService
  private let time: VirtualTime
  private let script: (Typist) -> Void
  private var names: ArraySlice<String>
  private var live: LiveTalk?
  private var hasAsked = false
  /// How long the first name stands on the line before it is entered; `nil` if it comes whole.
  private let typing: Duration?
  private let woken = Woken()
  private(set) var said: [MessageKey] = []

  private final class Woken: Sendable {
    let count = Mutex(0)
  }

  init(
    _ time: VirtualTime, _ service: SlowService, entering names: [String], typing: Duration?,
    _ script: @escaping (Typist) -> Void
  ) {
    (self.time, self.service, self.script) = (time, service, script)
    self.names = names[...]
    self.typing = typing
  }

  var wakes: Int { woken.count.withLock { $0 } }

  var onDelivery: @Sendable () -> Void {
    { [woken] in woken.count.withLock { $0 += 1 } }
  }

  /// Does the same as the terminal with an empty line when it is woken.
  func look() -> [String] {
    type("")
    let names = live?.suggestedNames().map(\.text) ?? []
    live?.perform()
    return names
  }

  func type(_ text: String) {
    _ = live?.verdict(on: text, for: .username)
    live?.perform()
  }

  func wait(_ duration: Duration) {
    time.run { [time] in try? await time.sleep(for: duration) }
  }

  func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    live = talk
    if hasAsked {
      script(self)
    } else if let typing, let first = names.first {
      type(first)
      wait(typing)
    }
    hasAsked = true
    return names.popFirst().map { .lineEntered(.text($0)) } ?? .inputEnded
  }

  func show(_ utterance: Utterance) { said.append(utterance.message.key) }
  func finish(_ outcome: Outcome) {}
}

private struct Run {
  let service: SlowService
  let typist: Typist
  /// The time at which the conversation ended.
  let end: Duration

  init(
    _ policy: Policy = .rxswift, taken: Set<String> = [], unreachable: Set<String> = [],
    hangs: Set<String> = [], isAllowed: Bool = true, entering names: [String] = ["octocat"],
    typing: Duration? = nil,
    _ script: @escaping (Typist) -> Void
  ) throws {
    let time = VirtualTime()
    service = SlowService(time, hangs, isAllowed: isAllowed) { name in
      if unreachable.contains(name) { return .unknown(.unreachable) }
      return taken.contains(name) ? .taken : .available
    }
    typist = Typist(time, service, entering: names, typing: typing, script)
    let driver = Driver(
      conversation: Conversation(policy: policy, vocabulary: .english), frontend: typist,
      accounts: service, timeout: .seconds(60), time: time)
    _ = try driver.run()
    end = time.now.offset
  }
}
