import Accounts
import Conversation
import Terminal
import Text

/// A question as a terminal shows it.
struct PromptText {
  let catalogue: Catalogue
  let style: Style

  /// Returns the prompt, with its colours and a space at its end. Plain text is the same as in a
  /// transcript.
  func words(for prompt: Prompt) -> String {
    if style.isPlain { return escapingControls(catalogue.words(for: prompt.message)) + " " }
    let (asks, hint) = catalogue.question(for: prompt.message)
    let question = style.painted(.question, escapingControls(asks))
    guard hint != "" else { return question + " " }
    return question + words(hint: hint, at: prompt.question) + " "
  }

  private func words(hint: String, at question: Question) -> String {
    switch question {
    // These are the answers, and not merely a hint.
    case .choice: escapingControls(hint)
    case .field: style.painted(.hint, escapingControls(hint))
    case .review, .offer, .remember:
      style.painted(
        .hint,
        " " + catalogue.words(for: Message(question.isYesByDefault == true ? .hintYes : .hintNo)))
    }
  }

  /// Returns the answer that an empty line gives, or `nil` if it gives none. On a plain terminal, the
  /// question doesn't show it, so there is none.
  func defaultAnswer(to question: Question) -> String? {
    guard !style.isPlain, let isYes = question.isYesByDefault else { return nil }
    let vocabulary = catalogue.fullVocabulary
    return isYes ? vocabulary.yes.first : vocabulary.no.first
  }

  /// Returns the wordings of what to show at the right of a question before anything is typed, from
  /// the longest to the shortest.
  ///
  /// - Parameter isFirst: Whether this is the first question of the conversation.
  func hints(at question: Question, _ conversation: Conversation, isFirst: Bool) -> [String] {
    guard case .field(let field) = question else { return [] }
    guard question.isSecret else { return isFirst ? [words(.hintHelp)] : [] }
    let rules = conversation.expectations(of: field)
    func joined(_ messages: some Sequence<Message>) -> String {
      messages.map { escapingControls(catalogue.words(for: $0)) }.joined(separator: " · ")
    }
    let reveal = Message(.hintReveal)
    let briefly = rules.map(\.briefItem)
    let parts = rules.indices.reversed()
    // In a narrow terminal, a part of the rules is better than none of them.
    let wordings =
      [joined(rules + [reveal])] + parts.map { joined(rules[...$0]) }
      + parts.map { joined(briefly[...$0]) }
      + [joined(rules.prefix(1).map(\.briefestItem)), joined([reveal])]
    return wordings.filter { !$0.isEmpty }
  }

  private func words(_ key: MessageKey) -> String { catalogue.words(for: Message(key)) }
}

extension Question {
  /// Whether a yes-or-no question defaults to yes; `nil` for any other question. What the user came for
  /// does, and what stores anything on the machine does not.
  fileprivate var isYesByDefault: Bool? {
    switch self {
    case .review, .offer: true
    case .remember: false
    case .field, .choice: nil
    }
  }
}
