import Accounts
import Chat
import Conversation
import Transcripts

extension Coverage.Kind {
  /// What there is to reach, in words and in order; `nil` if it depends on the transcripts' policies.
  var items: [String]? {
    switch self {
    case .messages: MessageKey.inTranscripts.map(\.rawValue)
    case .commands:
      Question.all.flatMap { question in
        Vocabulary.english.commands.map { $0.meaning.words(at: question) }
      }
    case .rules: Policy.named.flatMap { refusals(of: $0).map(\.rule) }
    case .formItems: nil
    // The services of a transcript are never unusable.
    case .outcomes: Outcome.names.filter { $0 != "unusable" }
    case .locales: Catalogue.all.map(\.locale)
    }
  }
}

extension MessageKey {
  /// The messages that a transcript can't cause.
  private static let elsewhere: Set<MessageKey> = [
    // Those that appear only on a screen: the note about a rehearsal, a dropped paste, a page that
    // could be opened, a long or cancelled wait, the words that replace signs, and the verdict on
    // text that is being typed.
    .rehearsal, .pasteDropped, .pageOpened, .stillWorking, .checkCancelled, .signUpCancelled,
    .signInCancelled, .plainOK, .plainError, .needsCharacters, .needsBytes, .needsFewerCharacters,
    .needsFewerBytes, .needsCapital, .needsLowercase, .needsDigit, .needsUncommon,
    .needsUnlikeUsername, .needsTogether, .needsEither, .sameSoFar, .differs, .freeNames,
    .briefFreeNames, .briefUncommon, .rulesMet, .hintCharacters, .hintUncommon, .hintHelp,
    .hintReveal, .hintYes, .hintNo, .welcome, .welcomeSignIn, .briefPlainCharacters,
    .briefLettersDigitsHyphens, .briefHyphensInside, .briefMarksInside, .briefCharacters,
    .briefCapital, .briefLowercase, .briefDigit,
    // Those that only programs use or cause: a button's label, a secret at an ordinary question, and
    // a premature sign-up.
    .labelSignUp, .secretNotAsked, .signUpNotReady, .signInNotReady,
    // Those that only external servers and stores cause. A transcript alone has neither.
    .rateLimited, .nonsenseReply, .serviceError, .notTheService, .badCertificate, .unauthorized,
    .libraryMissing, .storeBusy, .storeFailed, .serviceRefusedName, .serviceRefused, .storeFull,
    .outOfMemory, .waitsForService, .triesAgain, .waitsForTurn, .tooManyFailures,
    .tooManyFailuresHere, .accountInactive, .earlierPassword, .signInUnsupported, .askRememberName,
    .nameRemembered, .remembered, .rememberingFailed,
  ]

  static let inTranscripts = allCases.filter { !elsewhere.contains($0) }
}

extension Question {
  fileprivate static let all =
    Field.builtIn.map { Question.field($0) } + [.review, .offer, .remember]
    + Choice.allCases.map { Question.choice($0) }

  /// The question as people know it. The two that ask "what now?" are told apart.
  fileprivate var words: String {
    switch self {
    case .choice(.afterFailure): spokenName + " (after a failure)"
    case .choice(.afterNo): spokenName + " (after a no)"
    case .field, .review, .offer, .remember, .choice(.editWhich): spokenName
    }
  }
}

extension Command {
  /// The command at a question, in English.
  func words(at question: Question) -> String {
    let word = Vocabulary.english.commands.first { $0.meaning == self }?.word ?? ""
    return "/\(word) at \(question.words)"
  }
}

/// Returns every rule by which a policy can refuse an answer, with its message. The last rules are
/// *taken* for a username and *different* for a repeat.
func refusals(of policy: Policy) -> [(message: Message, rule: String)] {
  let taken = policy.availability == nil ? [] : [policy.taken.message()]
  let fields: [(Field, [Message])] = [
    (.username, policy.username.rules.map(\.ground.message) + taken),
    (.password, policy.password.rules.map(\.ground.message)),
    (.repeated, policy.repeated.map { [$0.different.message()] } ?? []),
  ]
  return fields.flatMap { field, messages in
    messages.enumerated().map { ($1, "\(policy.name), \(field.name), rule \($0 + 1)") }
  }
}

extension Policy {
  /// What transcripts can reach of the operator's own questions, in their order.
  var formItems: [String] {
    questions.flatMap { question in
      let takesAnything = question.rule == .anything && question.length == nil
      return (takesAnything ? [true] : [true, false]).map {
        formItem(question.name, isAccepted: $0)
      }
    }
  }

  /// Returns the item that an answer to one of the operator's own questions reaches.
  func formItem(_ question: String, isAccepted: Bool) -> String {
    "\(name), \(question), \(isAccepted ? "answered" : "refused")"
  }
}
