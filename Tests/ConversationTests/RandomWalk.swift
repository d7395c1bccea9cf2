import Accounts
import Secrets

@testable import Conversation

/// Drives a conversation at random. Checks and sign-ups stay in progress until the walk happens to
/// finish them, so any other event can come in between.
struct RandomWalk {
  var conversation: Conversation
  var random: SplitMix64
  /// The calls that the conversation waits for.
  private(set) var checks: [CheckID: Username] = [:]
  private(set) var signUps: [CheckID: Registration] = [:]
  private(set) var signIns: [CheckID: Credentials] = [:]
  private(set) var isOpening = false
  private(set) var isRemembering = false
  /// IDs whose results must be ignored.
  private(set) var stale: [CheckID] = []
  /// The latest availability of each name.
  private(set) var world: [Username: Availability] = [:]

  static let secrets = [
    "hunter2-Hunter", "Correct1horse-battery", "s3cretS", "pw", "//back", "密码密码密码12aB",
  ]
  /// Created once, because locked memory is expensive.
  private static let madeSecrets = secrets.map { Secret($0) }
  static let names = ["octodog", "octocat", "a", "a b", "admin", "汉字用户名", "//slash", "x-y", ""]

  init(policy: Policy, options: ConversationOptions, seed: UInt64) {
    conversation = Conversation(policy: policy, vocabulary: .english, options: options)
    random = SplitMix64(seed: seed)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(random.next(upperBound: UInt64(choices.count)))]
  }

  /// Returns an event that could happen now.
  mutating func nextEvent() -> Event {
    switch random.next(upperBound: UInt64(100)) {
    case 0..<30 where isWaiting:
      return random.next(upperBound: UInt64(8)) == 0 ? .interrupted : serviceEvent()
    case 0..<45: return .lineEntered(entry())
    case 45..<70: return .lineEntered(.text(pick(commandLines)))
    case 70..<78:
      let field = pick(Field.builtIn + conversation.fields)
      return .textEdited(field, pick([entry(), entry(to: field)]))
    case 78..<84:
      return .commandGiven(pick(Vocabulary.english.commands).meaning, halfTyped: nil)
    case 84..<87: return .signUpRequested
    case 87..<95: return serviceEvent()
    case 95 where random.next(upperBound: UInt64(40)) == 0:
      return pick([.interrupted, .inputEnded, .inputMalformed(.nul)])
    default: return .lineEntered(.text(pick(["yes", "no", "1", "2", "3", "retry", "edit", ""])))
    }
  }

  private var isWaiting: Bool {
    !checks.isEmpty || !signUps.isEmpty || !signIns.isEmpty || isOpening || isRemembering
  }

  private var commandLines: [String] {
    conversation.vocabulary.commands.map { "/" + $0.word } + ["/nonsense", "/edit nonsense", "/"]
  }

  private mutating func entry() -> Entry {
    if case .field(let field)? = conversation.question { return entry(to: field) }
    return .text(pick(Self.names))
  }

  private mutating func entry(to field: Field) -> Entry {
    switch field {
    case .username: .text(pick(Self.names))
    case .password, .repeated: .secret(pick(Self.madeSecrets))
    case .own: .text(pick(RandomForm.answers))
    }
  }

  private mutating func serviceEvent() -> Event {
    if !stale.isEmpty, random.next(upperBound: UInt64(4)) == 0 {
      let id = pick(stale)
      return pick([
        .checkFinished(id, .available), .signUpFinished(id, .taken),
        .signInFinished(id, .wrongCredentials),
      ])
    }
    if isOpening { return .openFinished(.noPage) }
    if isRemembering { return .rememberFinished(pick([true, false])) }
    if let id = signIns.keys.min(by: { $0.number < $1.number }) {
      return .signInFinished(
        id,
        pick([
          .signedIn(Receipt(page: nil)), .wrongCredentials,
          .refused(.service("no")), .tooManyFailures(.seconds(3)), .unknown(.timedOut),
        ]))
    }
    if let (id, username) = checks.min(by: { $0.key.number < $1.key.number }) {
      let availability = pick([Availability.available, .available, .taken, .unknown(.timedOut)])
      world[username] = availability
      return .checkFinished(id, availability)
    }
    if let (id, registration) = signUps.min(by: { $0.key.number < $1.key.number }) {
      let result = pick([
        SignUpResult.taken, .refused(.simulated), .unknown(.timedOut),
        .signedUp(Receipt(page: nil, isSimulated: true)),
      ])
      if result == .taken { world[registration.username] = .taken }
      return .signUpFinished(id, result)
    }
    return .lineEntered(entry())
  }

  /// Sends an event and keeps track of the calls in progress.
  mutating func send(_ event: Event) -> [Effect] {
    switch event {
    case .checkFinished(let id, _):
      if checks.removeValue(forKey: id) != nil { stale.append(id) }
    case .signUpFinished(let id, _):
      if signUps.removeValue(forKey: id) != nil { stale.append(id) }
    case .signInFinished(let id, _):
      if signIns.removeValue(forKey: id) != nil { stale.append(id) }
    case .openFinished: isOpening = false
    case .rememberFinished: isRemembering = false
    case .started, .lineEntered, .textEdited, .commandGiven, .signUpRequested, .serviceNoted,
      .interrupted, .inputEnded, .inputMalformed:
      break
    }
    let effects = conversation.receive(event)
    for effect in effects {
      switch effect {
      case .check(let username, let id, _): checks[id] = username
      case .signUp(let registration, let id): signUps[id] = registration
      case .signIn(let credentials, let id): signIns[id] = credentials
      case .remember: isRemembering = true
      case .open: isOpening = true
      case .cancel(let id):
        checks[id] = nil
        signUps[id] = nil
        signIns[id] = nil
        stale.append(id)
      case .ask, .say, .hurry, .outputsChanged, .finish: break
      }
    }
    return effects
  }
}
