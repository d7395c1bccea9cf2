import Accounts
import Conversation
import Runtime
import Synchronization

@testable import Chat

/// A conversation in virtual time with a user who types while the service responds.
struct TypedTalk {
  let service: SlowService
  let typist: Typist
  /// The time at which the conversation ended.
  let end: Duration

  /// - Parameters:
  ///   - hangs: The names for which the service doesn't respond.
  ///   - allowsSuggestions: Whether the service allows look-ups of names that no one entered.
  ///   - lines: The lines that the user enters; then the input ends.
  ///   - script: What the user does before entering each line.
  init(
    _ policy: Policy = .rxswift, taken: Set<String> = [], unreachable: Set<String> = [],
    hangs: Set<String> = [], allowsSuggestions: Bool = true, entering lines: [String] = [],
    _ script: @escaping (Typist) -> Void
  ) throws {
    let time = VirtualTime()
    service = SlowService(time, hangs, allowsSuggestions: allowsSuggestions) { name in
      if unreachable.contains(name) { return .unknown(.unreachable) }
      return taken.contains(name) ? .taken : .available
    }
    typist = Typist(time, service, entering: lines, script)
    let driver = Driver(
      conversation: Conversation(policy: policy, vocabulary: .english), frontend: typist,
      accounts: service, timeout: .seconds(60), time: time)
    _ = try driver.run()
    end = time.now.offset
  }
}

/// A service that takes one second per call and records its calls.
final class SlowService: AccountService {
  struct Call: Equatable {
    let name: String
    let time: Duration
  }

  private struct State {
    var calls: [Call] = []
    var cancelled: [String] = []
  }

  private let state = Mutex(State())
  private let time: VirtualTime
  private let answers: @Sendable (String) -> Availability
  private let hangs: Set<String>
  let allowsSuggestions: Bool

  init(
    _ time: VirtualTime, _ hangs: Set<String>, allowsSuggestions: Bool,
    _ answers: @escaping @Sendable (String) -> Availability
  ) {
    (self.time, self.hangs, self.answers) = (time, hangs, answers)
    self.allowsSuggestions = allowsSuggestions
  }

  var calls: [Call] { state.withLock { $0.calls } }
  var names: [String] { calls.map(\.name) }
  var cancelled: [String] { state.withLock { $0.cancelled } }

  func availability(of username: Username) async throws -> Availability {
    let name = username.text
    state.withLock { $0.calls.append(Call(name: name, time: time.now.offset)) }
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

/// The user, at a terminal that shows verdicts.
final class Typist: Frontend {
  struct Seen: Equatable {
    let text: String
    let verdict: LiveVerdict
  }

  private final class Woken: Sendable {
    let count = Mutex(0)
  }

  let service: SlowService
  private let time: VirtualTime
  private let script: (Typist) -> Void
  private var lines: ArraySlice<String>
  private var live: LiveTalk?
  private var text = ""
  private let woken = Woken()
  /// The number of questions that were asked before this one.
  private(set) var questions = 0
  private(set) var seen: [Seen] = []
  private(set) var said: [MessageKey] = []

  init(
    _ time: VirtualTime, _ service: SlowService, entering lines: [String],
    _ script: @escaping (Typist) -> Void
  ) {
    (self.time, self.service, self.script) = (time, service, script)
    self.lines = lines[...]
  }

  var wakes: Int { woken.count.withLock { $0 } }

  var onDelivery: @Sendable () -> Void {
    { [woken] in woken.count.withLock { $0 += 1 } }
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

  /// Does the same as the terminal when it is woken on an empty line.
  func suggestions() -> [String] {
    type("")
    let names = live?.suggestedNames().map(\.text) ?? []
    live?.perform()
    return names
  }

  func wait(_ duration: Duration) {
    time.run { [time] in try? await time.sleep(for: duration) }
  }

  func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event {
    live = talk
    script(self)
    questions += 1
    return lines.popFirst().map { .lineEntered(.text($0)) } ?? .inputEnded
  }

  func show(_ utterance: Utterance) { said.append(utterance.message.key) }
  func finish(_ outcome: Outcome) {}
}
