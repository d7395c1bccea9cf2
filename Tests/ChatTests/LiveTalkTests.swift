import Accounts
import Conversation
import Runtime
import Secrets
import Synchronization
import Testing

@testable import Chat

/// The user types while the service responds, in virtual time.
struct LiveTalkTests {
  private static let validating: LiveVerdict = .underWay(Message(.validating))
  private static let available: LiveVerdict = .ok(Message(.usernameAvailable))
  private static let taken: LiveVerdict = .failed([Message(.usernameTaken)])

  @Test func `a name is checked as soon as typing pauses`() throws {
    let run = try Run { typist in
      for count in 1...7 {
        typist.type(String("octodog".prefix(count)))
        typist.wait(.milliseconds(100))
      }
      typist.wait(.milliseconds(400))
      typist.look()
      typist.wait(.seconds(1))
      typist.look()
    }
    #expect(run.service.calls == [Call("octodog", at: .milliseconds(900))])
    #expect(run.seen.prefix(8).allSatisfy { $0.verdict == Self.validating })
    #expect(run.seen.last?.verdict == Self.available)
  }

  @Test func `the verdict on an earlier name is never shown with a later one`() throws {
    let run = try Run(taken: ["verysecret"]) { typist in
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
    #expect(run.service.calls.map(\.name) == ["verysecret", "secretuser"])
    #expect(run.service.cancelled == ["verysecret"])
    #expect(run.seen.allSatisfy { $0.verdict != Self.taken })
    #expect(run.seen.last == Seen(text: "secretuser", verdict: Self.available))
  }

  @Test func `a result that was delivered but not yet shown is not shown with a new text`() throws {
    let run = try Run(taken: ["octocat"]) { typist in
      typist.type("octocat")
      typist.wait(.seconds(2))
      typist.type("octocats")
      typist.type("octocat")
    }
    #expect(run.seen.map(\.verdict) == [Self.validating, Self.validating, Self.taken])
    #expect(run.service.calls.map(\.name) == ["octocat"])
  }

  @Test(arguments: [0, 200, 299, 301, 900, 1299, 1301, 5000])
  func `Enter makes no second call, and does not wait for a pause`(pause: Int) throws {
    let run = try Run { typist in
      typist.type("octodog")
      typist.wait(.milliseconds(pause))
      typist.enter("octodog")
    }
    #expect(run.service.calls == [Call("octodog", at: .milliseconds(min(pause, 300)))])
    #expect(run.said == [.validating, .usernameAvailable])
  }

  @Test func `redrawing repeats no check, not even of a name that could not be checked`()
    throws
  {
    let run = try Run(unreachable: ["octodog"]) { typist in
      typist.type("octodog")
      for _ in 0..<20 {
        typist.wait(.milliseconds(200))
        typist.look()
      }
      typist.enter("octodog")
    }
    #expect(run.service.calls.count == 1)
    #expect(run.seen.last?.verdict == .failed([Message(.serviceFailed)]))
    #expect(run.said == [.validating, .serviceFailed, .retryHint])
  }

  @Test func `an empty line or a command cancels the check`() throws {
    for instead in ["", "/", "/quit"] {
      let run = try Run { typist in
        typist.type("octodog")
        typist.wait(.milliseconds(500))
        typist.type(instead)
        typist.wait(.seconds(5))
        typist.look()
      }
      #expect(run.service.cancelled == ["octodog"])
      #expect(run.seen.last?.verdict == .nothing)
    }
  }

  @Test func `after 20 checks, one is made every 2 s, and a waiting check is shown as waiting`()
    throws
  {
    let run = try Run { typist in
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
    #expect(run.seen.last?.verdict == .underWay(Message(.waitsForTurn)))
  }

  @Test func `the bot says the same with or without live verdicts`() throws {
    let watched = try Run(taken: ["octocat"]) { typist in
      typist.type("octocat")
      typist.wait(.seconds(3))
      typist.enter("octocat")
    }
    let unwatched = try Run(taken: ["octocat"]) { $0.enter("octocat") }
    #expect(watched.said == unwatched.said)
  }
}

private struct Call: Equatable {
  let name: String
  let time: Duration

  init(_ name: String, at time: Duration) {
    (self.name, self.time) = (name, time)
  }
}

private struct Seen: Equatable {
  let text: String
  let verdict: LiveVerdict
}

/// A service that takes one second per call and records its calls.
private final class SlowService: AccountService {
  private struct State {
    var calls: [Call] = []
    var cancelled: [String] = []
  }

  private let state = Mutex(State())
  private let time: VirtualTime
  private let taken: Set<String>
  private let unreachable: Set<String>

  init(_ time: VirtualTime, _ taken: Set<String>, _ unreachable: Set<String>) {
    (self.time, self.taken, self.unreachable) = (time, taken, unreachable)
  }

  var calls: [Call] { state.withLock { $0.calls } }
  var cancelled: [String] { state.withLock { $0.cancelled } }

  func availability(of username: Username) async throws -> Availability {
    state.withLock { $0.calls.append(Call(username.text, at: time.now.offset)) }
    do {
      try await time.sleep(for: .seconds(1))
    } catch {
      state.withLock { $0.cancelled.append(username.text) }
      throw error
    }
    if unreachable.contains(username.text) { return .unknown(.unreachable) }
    return taken.contains(username.text) ? .taken : .available
  }

  func signUp(_ registration: Registration) async throws -> SignUpResult { .taken }

  func signIn(_ credentials: Credentials) async throws -> SignInResult { .wrongCredentials }

  func page(of username: Username?) -> String? { nil }
}

/// The user at the first question. Any further question gets the end of input.
private final class Typist: Frontend {
  typealias Script = (Typist) -> Void

  private let time: VirtualTime
  private let script: Script
  private var live: LiveTalk?
  private var text = ""
  private var entered: String?
  private(set) var seen: [Seen] = []
  private(set) var said: [MessageKey] = []

  init(_ time: VirtualTime, _ script: @escaping Script) {
    (self.time, self.script) = (time, script)
  }

  func type(_ text: String) {
    self.text = text
    look()
  }

  /// Does the same as the terminal when it is woken.
  func look() {
    guard let live else { return }
    seen.append(Seen(text: text, verdict: live.verdict(on: text, for: .username)))
    live.perform()
  }

  func wait(_ duration: Duration) {
    time.run { [time] in try? await time.sleep(for: duration) }
  }

  func enter(_ line: String) { entered = line }

  func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    guard live == nil else { return .inputEnded }
    live = talk
    script(self)
    return entered.map { .lineEntered(.text($0)) } ?? .inputEnded
  }

  func show(_ utterance: Utterance) { said.append(utterance.message.key) }
  func finish(_ outcome: Outcome) {}
}

/// A complete conversation of one question.
private struct Run {
  let service: SlowService
  let seen: [Seen]
  /// The messages after the greeting.
  let said: [MessageKey]

  init(
    taken: Set<String> = [], unreachable: Set<String> = [],
    _ script: @escaping (Typist) -> Void
  ) throws {
    let time = VirtualTime()
    let service = SlowService(time, taken, unreachable)
    let typist = Typist(time, script)
    let driver = Driver(
      conversation: Conversation(policy: .rxswift, vocabulary: .english), frontend: typist,
      accounts: service, timeout: .seconds(60), time: time)
    _ = try driver.run()
    seen = typist.seen
    said = Array(typist.said.dropFirst())
    self.service = service
  }
}
