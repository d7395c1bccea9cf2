import Accounts
import Chat
import Conversation
import Transcripts

/// Records what a conversation reaches, from the lines that it prints.
final class Observer {
  private(set) var reached = Reached()
  private let vocabulary: Vocabulary
  private let policy: Policy
  /// The policy's rules by their refusal messages.
  private let rules: [Message: [PolicyRule]]
  private var question: Question?
  /// Whether the last line was a command, whose verdict is not that of an answer.
  private var isCommand = false

  init(_ run: ScriptRun) {
    vocabulary = run.settings.vocabulary
    policy = run.settings.policy
    rules = Dictionary(grouping: policy.refusals, by: \.message).mapValues { $0.map(\.rule) }
    reached.formItems = run.settings.askedPolicy.formItems
    reached.locales = [run.settings.catalogue.locale]
    let script = run.script
    let used = Set(
      script.turns.compactMap { turn -> String? in
        if case .key(let name)? = turn.input?.record { name } else { nil }
      })
    reached.unusedSecrets = script.secretLines.filter { !used.contains($0.name) }
      .map { UnusedSecret(name: $0.name, line: $0.line) }
    let settings = script.settings.map { "\($0.key) \($0.value)" }.sorted()
    let answers = script.turns.compactMap { $0.input?.text }
    let classes = script.secrets.map { "\($0.key) \($0.value)" }.sorted()
    reached.stories = [
      Story(
        lines: settings + classes + answers + [script.end?.text ?? ""],
        line: script.header.first?.number ?? 1)
    ]
  }

  func note(_ line: OutputLine) {
    switch line.origin {
    case .said(let message):
      note(message)
      for rule in rules[message] ?? [] { reached.rules.insert(rule) }
      if case .bot(let tone, _) = line.record { noteVerdict(tone) }
    case .asked(let prompt):
      note(prompt.message)
      question = prompt.question
    case .ended:
      if case .end(let ending) = line.record { reached.outcomes.insert(ending.outcome) }
    case .secret, .nothing:
      if case .you(let text) = line.record {
        isCommand = text.hasPrefix("/") && !text.hasPrefix("//")
        if isCommand { noteCommand(text) }
      }
    }
  }

  /// Records that an answer to one of the operator's own questions was accepted or refused.
  private func noteVerdict(_ tone: Tone) {
    guard case .field(.own(let name))? = question, !isCommand else { return }
    switch tone {
    case .accepts: noteFormItem(name, .answered)
    case .refuses: noteFormItem(name, .refused)
    case .says, .works: break
    }
  }

  private func noteFormItem(_ name: String, _ kind: FormItem.Kind) {
    reached.formItemsReached.insert(FormItem(policy: policy.name, question: name, kind: kind))
  }

  /// Records a message and the messages inside it.
  private func note(_ message: Message) {
    reached.messages.insert(message.key)
    for value in message.values.values {
      switch value {
      case .message(let inner): note(inner)
      case .list(let inner): for message in inner { note(message) }
      case .text, .count: break
      }
    }
  }

  private func noteCommand(_ text: String) {
    guard let question else { return }
    var words = text.dropFirst()
    while words.last == " " { words.removeLast() }
    guard let command = vocabulary.command(String(words)) else { return }
    // The list has only what each form has.
    if case .edit(.own) = command { return }
    if question.isOfForm { return }
    reached.commands.insert(CommandAtQuestion(command: command, question: question))
  }
}

/// The conversation's fields. `Policy` has a different type named `Field`, for the rules of a
/// field.
private typealias Answer = Field

extension Policy {
  /// Every rule of this policy, with its refusal message.
  var refusals: [(message: Message, rule: PolicyRule)] {
    func numbered(_ messages: [Message], _ field: Answer) -> [(Message, PolicyRule)] {
      messages.enumerated().map { index, message in
        (message, PolicyRule(policy: name, field: field, number: index + 1))
      }
    }
    let names =
      username.rules.map(\.ground.message)
      + (availability == nil ? [] : [taken.message()])
    let passwords = password.rules.map(\.ground.message)
    let repeats = repeated.map { [$0.different.message()] } ?? []
    return numbered(names, .username) + numbered(passwords, .password)
      + numbered(repeats, .repeated)
  }
}
