import Accounts
import Secrets

@testable import Conversation

/// A conversation for tests, with a service that answers at once.
struct Talk {
  var conversation: Conversation
  var taken: Set<String> = []
  var unreachable: Set<String> = []
  /// The results of the sign-ups, in order. After the last, they succeed.
  var signUps: [SignUpResult] = []
  /// All effects so far, in order.
  private(set) var effects: [Effect] = []
  private(set) var checked: [String] = []

  /// The results of the sign-ins, in order. After the last, they succeed.
  var signIns: [SignInResult] = []
  /// Whether the user can be remembered.
  var canKeep = true
  private(set) var rememberedNames: [String] = []

  init(
    _ policy: Policy = .rxswift, options: ConversationOptions = ConversationOptions(),
    taken: Set<String> = [],
    unreachable: Set<String> = []
  ) {
    conversation = Conversation(policy: policy, vocabulary: .english, options: options)
    self.taken = taken
    self.unreachable = unreachable
    send(.started)
  }

  /// Sends an event and answers the resulting service calls until a question is asked.
  @discardableResult
  mutating func send(_ event: Event) -> [Effect] {
    var all: [Effect] = []
    var queue = conversation.receive(event)
    while !queue.isEmpty {
      let effect = queue.removeFirst()
      all.append(effect)
      if let answer = answer(to: effect) { queue += conversation.receive(answer) }
    }
    effects += all
    return all
  }

  @discardableResult
  mutating func say(_ lines: String...) -> [Effect] {
    lines.flatMap { line in
      let isSecret = conversation.question?.isSecret == true
      return send(.lineEntered(isSecret ? .secret(Secret(line)) : .text(line)))
    }
  }

  private mutating func answer(to effect: Effect) -> Event? {
    switch effect {
    case .check(let username, let id, _):
      checked.append(username.text)
      return .checkFinished(id, availability(of: username.text))
    case .signUp(let registration, let id):
      let page = "https://example.com/" + registration.username.text
      let works = SignUpResult.signedUp(Receipt(page: page, isSimulated: true))
      return .signUpFinished(id, signUps.isEmpty ? works : signUps.removeFirst())
    case .signIn(_, let id):
      let works = SignInResult.signedIn(Receipt(page: nil))
      return .signInFinished(id, signIns.isEmpty ? works : signIns.removeFirst())
    case .remember(let username):
      rememberedNames.append(username.text)
      return .rememberFinished(canKeep)
    case .open(let username): return .openFinished(.printed(username?.text ?? "join"))
    case .ask, .say, .hurry, .cancel, .outputsChanged, .finish: return nil
    }
  }

  private func availability(of name: String) -> Availability {
    if unreachable.contains(name) { return .unknown(.unreachable) }
    return taken.contains(name) ? .taken : .available
  }

  /// Returns the keys of all messages since the start in a tone.
  func said(_ tone: Tone) -> [MessageKey] { effects.keys(tone) }

  var question: Question? { conversation.question }
}

extension [Effect] {
  func keys(_ tone: Tone) -> [MessageKey] {
    compactMap { effect in
      guard case .say(let utterance) = effect, utterance.tone == tone else { return nil }
      return utterance.message.key
    }
  }

  var outcome: Outcome? {
    for case .finish(let outcome) in self { return outcome }
    return nil
  }

  var registrations: [Registration] {
    compactMap { if case .signUp(let registration, _) = $0 { registration } else { nil } }
  }

  var prompts: [Prompt] {
    compactMap { if case .ask(let prompt) = $0 { prompt } else { nil } }
  }
}
