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
  private let rules: [Message: [String]]
  private var question: Question?
  /// Whether the last line was a command, whose verdict is not that of an answer.
  private var isCommand = false

  init(_ run: ScriptRun) {
    vocabulary = run.settings.vocabulary
    policy = run.settings.policy
    rules = Dictionary(grouping: refusals(of: policy), by: \.message).mapValues { $0.map(\.rule) }
    reached.formItems = run.settings.askedPolicy.formItems
    reached.insert(run.settings.catalogue.locale, .locales)
    let script = run.script
    let answers = script.answers.map(\.text)
    let given = Set(answers)
    reached.unusedSecrets = script.secretLines.filter { !given.contains("key> " + $0.name) }
      .map { "\($0.line): \($0.name)" }
    let settings = script.settings.map { "\($0.key) \($0.value)" }.sorted()
    let classes = script.secrets.map { "\($0.key) \($0.value)" }.sorted()
    reached.stories = [(settings + classes + answers + [script.end?.text ?? ""], script.firstLine)]
  }

  func note(_ line: OutputLine) {
    switch line.origin {
    case .said(let message):
      note(message)
      for rule in rules[message] ?? [] { reached.insert(rule, .rules) }
      if case .bot(let tone, _) = line.record { noteVerdict(tone) }
    case .asked(let prompt):
      note(prompt.message)
      question = prompt.question
    case .ended:
      if case .end(let ending) = line.record { reached.insert(ending.outcome, .outcomes) }
    case .secret, .nothing:
      if case .you(let text) = line.record {
        isCommand = text.hasPrefix("/") && !text.hasPrefix("//")
        if isCommand { noteCommand(text) }
      }
    }
  }

  /// Records that an answer to one of the operator's own questions was accepted or refused.
  private func noteVerdict(_ tone: Tone) {
    guard case .field(.own(let name))? = question, !isCommand,
      tone == .accepts || tone == .refuses
    else { return }
    reached.insert(policy.formItem(name, isAccepted: tone == .accepts), .formItems)
  }

  /// Records a message and the messages inside it.
  private func note(_ message: Message) {
    reached.insert(message.key.rawValue, .messages)
    for value in message.values.values {
      switch value {
      case .message(let inner): note(inner)
      case .list(let inner): for message in inner { note(message) }
      case .text, .count: break
      }
    }
  }

  private func noteCommand(_ text: String) {
    // The list has only what each form has.
    guard let question, !question.isOfForm else { return }
    var words = text.dropFirst()
    while words.last == " " { words.removeLast() }
    guard let command = vocabulary.command(String(words)) else { return }
    if case .edit(.own) = command { return }
    reached.insert(command.words(at: question), .commands)
  }
}
