import Accounts
import Conversation
import Glibc
import Runtime
import Secrets
import Synchronization
import TestSupport
import Testing
import Transcripts

@testable import Chat

/// Random bytes as bare input, with a service that gives random results: every line answers the
/// question that it was meant for, or none.
///
/// The seed of a failure is printed; `SIGNUP_BOT_FUZZ_SEED` sets the first seed.
struct BareFuzzTests {
  private static let first =
    getenv("SIGNUP_BOT_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
  private static let count: UInt64 = 600

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `F84 random records create accounts only from complete records`(block: UInt64) throws {
    for seed in block * Self.count..<(block + 1) * Self.count {
      try Case(seed: Self.first &+ seed).check()
    }
  }

  @Test func `F20 random input of one person ends with an outcome, and is used in order`() throws {
    for seed in 0..<Self.count {
      try Case(seed: Self.first &+ seed, isOne: true).check()
    }
  }
}

/// The arguments of a call of the service.
private struct Asked: Equatable, Sendable {
  let name: String
  let password: String?
}

/// A service that gives random results and records its calls.
private final class Moody: AccountService {
  private struct State {
    var luck: SplitMix64
    var asked: [Asked] = []
  }

  private let state: Mutex<State>
  let keepsAccounts: Bool

  init(_ luck: SplitMix64, keepsAccounts: Bool) {
    state = Mutex(State(luck: luck))
    self.keepsAccounts = keepsAccounts
  }

  var asked: [Asked] { state.withLock { $0.asked } }

  private func answer<Answer: Sendable>(_ asked: Asked, _ choices: [Answer]) -> Answer {
    state.withLock { state in
      state.asked.append(asked)
      return choices.randomElement(using: &state.luck)!
    }
  }

  private static let receipt = Receipt(page: nil)

  func availability(of username: Username) async throws -> Availability {
    answer(
      Asked(name: username.text, password: nil),
      [.available, .available, .available, .taken, .unknown(.unreachable), .unknown(.storeFailed)])
  }

  func signUp(_ registration: Registration) async throws -> SignUpResult {
    let asked = Asked(name: registration.username.text, password: registration.password.plain)
    return answer(
      asked,
      [
        .signedUp(Self.receipt), .signedUp(Self.receipt), .taken,
        .refused(.serviceAboutName("no")), .notAsked(.storeBusy),
        .unknown(.timedOut),
      ])
  }

  func signIn(_ credentials: Credentials) async throws -> SignInResult {
    let asked = Asked(name: credentials.username.text, password: credentials.password.plain)
    return answer(
      asked,
      [
        .signedIn(Self.receipt), .wrongCredentials, .refused(.accountInactive),
        .tooManyFailures(.seconds(30)), .unknown(.unreachable),
      ])
  }

  func page(of username: Username?) -> String? { nil }
}

/// One input stream with one form.
private struct Case {
  private let seed: UInt64
  private let settings: Settings
  private let input: [UInt8]
  private let isOne: Bool

  init(seed: UInt64, isOne: Bool = false) throws {
    self.seed = seed
    self.isOne = isOne
    var luck = SplitMix64(seed: seed)
    var raw = RawSettings()
    raw.add(.policy, Policy.named.randomElement(using: &luck)!.name, from: .commandLine)
    raw.add(
      .flow, ["sign-up", "sign-up", "sign-in"].randomElement(using: &luck)!, from: .commandLine)
    raw.add(.yes, Bool.random(using: &luck) ? "true" : "false", from: .commandLine)
    settings = try Settings(
      raw, in: Settings.Context(locale: "C", freshSeed: seed, readFile: { _ in nil })
    ).withoutChoices
    input = Self.bytes(&luck)
  }

  private static func bytes(_ luck: inout SplitMix64) -> [UInt8] {
    let lines =
      [
        "octodog", "bad name", "/help", "//quit", "/edit", "xqzv-kjwp-fmgh-ty9A", "secret1A", "no",
        "yes", "{", "@ transcript 1", "a\tb", "a\0b", "\u{9B}", "章鱼", " ", "",
      ].map { Array($0.utf8) } + [[0xFF], [0xE6, 0xBC], Array(repeating: 0x61, count: 70_000)]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...14, using: &luck) {
      // Mostly short words, so that many records have the right number of lines.
      let plain = Int.random(in: 0..<10, using: &luck) < 7
      bytes +=
        plain
        ? lines[[0, 5, 5, 6, 16].randomElement(using: &luck)!] : lines.randomElement(using: &luck)!
      bytes += [[0x0A], [0x0A], [0x0D, 0x0A]].randomElement(using: &luck)!
    }
    if Bool.random(using: &luck), !bytes.isEmpty { bytes.removeLast() }
    return bytes
  }

  func check() throws {
    try LineReader.feeding([input]) { try isOne ? checkOne($0) : checkMany($0) }
  }

  private func checkMany(_ lines: LineReader) throws {
    let reader = RecordReader(
      lines,
      shape: RecordShape(
        fields: settings.askedPolicy.fields, policy: settings.askedPolicy))
    while let record = try reader.next() {
      guard case .values(let values) = record.content else { continue }
      var rest = values[...]
      let answers = BareAnswers(form: settings.form) { rest.popFirst().map { .bytes($0) } ?? .end }
      let (asked, _) = try hold(answers, .values)
      let texts = values.map(\.plain)
      for call in asked {
        #expect(call.name == texts[0], "seed \(seed)")
        if let password = call.password {
          #expect(password == settings.policy.prepared(values[1]).plain, "seed \(seed)")
        }
      }
    }
  }

  private func checkOne(_ lines: LineReader) throws {
    var read: [Secret?] = []
    let answers = BareAnswers(form: settings.form) {
      let line = try lines.next()
      if case .bytes(let secret) = line { read.append(secret) } else { read.append(nil) }
      return line
    }
    let (asked, outcome) = try hold(answers, .answers)
    #expect(read.count <= settings.form.count, "seed \(seed)")
    for call in asked {
      #expect(call.name == read.first??.plain.replacingPrefix("//", by: "/"), "seed \(seed)")
      if let password = call.password, read.count > 1, let given = read[1] {
        #expect(password == settings.policy.prepared(given).plain, "seed \(seed)")
      }
    }
    if case .interrupted = outcome { Issue.record("seed \(seed)") }
  }

  private func hold(
    _ answers: BareAnswers, _ kind: BareFrontend.Kind
  ) throws -> ([Asked], Outcome) {
    let service = Moody(SplitMix64(seed: seed), keepsAccounts: true)
    let written = Mutex("")
    let writer = TranscriptWriter(seed: seed, holdsTurns: false) { lines in
      written.withLock { $0 += lines.text }
    }
    let frontend = BareFrontend(answers, are: kind, writer: writer, settings)
    let outcome = try settings.driver(frontend, service, in: VirtualTime()).run()
    for question in ["What now?", "Sign in as", "Remember"] {
      #expect(!written.withLock { $0.contains("bot> " + question) }, "seed \(seed)")
    }
    return (service.asked, outcome)
  }
}

extension Secret {
  fileprivate var plain: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
