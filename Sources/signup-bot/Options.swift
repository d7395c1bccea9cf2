import ArgumentParser
import Chat
import Conversation
import Terminal

/// The options of a conversation, as texts: `Settings` reads them, so that a wrong one is named the same
/// way wherever it was given.
struct Options: ParsableArguments {
  @OptionGroup(title: "Conversation options") var talk: TalkOptions
  @OptionGroup(title: "Service options") var service: ServiceOptions
  @OptionGroup(title: "Service options") var conversationService: ConversationServiceOptions
  @OptionGroup(title: "Mock options") var mock: MockOptions
  @OptionGroup(title: "Output options") var output: OutputOptions

  /// What was given on the command line.
  var raw: RawSettings {
    var raw = RawSettings()
    talk.add(to: &raw)
    service.add(to: &raw)
    conversationService.add(to: &raw)
    mock.add(to: &raw)
    output.add(to: &raw)
    return raw
  }
}

extension RawSettings {
  /// Takes in an option's text; nothing for one that was not given.
  mutating func add(_ key: SettingKey, given text: String?) {
    if let text { add(key, text, from: .commandLine) }
  }

  mutating func add(_ key: SettingKey, given isOn: Bool) {
    if isOn { add(key, "true", from: .commandLine) }
  }
}

/// What a conversation is about, and by which rules.
struct RuleOptions: ParsableArguments {
  @Option(
    help: "What the conversation is for: sign-up or sign-in.", completion: .choices(of: Flow.self))
  var flow: String?

  @Option(
    help: ArgumentHelp(
      "The rules: rxswift, combine, simple, moya, local, github, strict, or a JSON file.",
      valueName: "name|file"),
    completion: .custom { _, _, prefix in PolicyCommand.completions(of: prefix) })
  var policy: String?

  @Option(
    help: "The language: en or zh-Hans. Otherwise LC_ALL, LC_MESSAGES or LANG says.",
    completion: .list(Catalogue.all.map(\.locale)))
  var locale: String?

  @Flag(
    help: ArgumentHelp(
      "For strangers: starts no program, takes only the operator's settings, and remembers no one.")
  )
  var restricted = false

  func add(to raw: inout RawSettings) {
    raw.add(.flow, given: flow)
    raw.add(.policy, given: policy)
    raw.add(.locale, given: locale)
    raw.add(.restricted, given: restricted || Restriction.isOn)
  }
}

/// How a conversation is held.
struct TalkOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions

  @Flag(help: "Answer the review with yes.")
  var yes = false

  @Flag(
    help: ArgumentHelp(
      "No one is there to choose: no offer, no \"what now?\". Bare answers are always like this."))
  var unattended = false

  @Flag(
    name: .customLong("repeat"),
    help: "Bare answers, or a program's events: the next conversation while input remains.")
  var repeats = false

  @Option(
    help: ArgumentHelp(
      "What the mock's luck and a transcript's secrets are made from.", valueName: "n"))
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "Keep the conversation as a transcript. A file that exists is replaced only if it is one.",
      valueName: "file"),
    completion: .file())
  var record: String?

  func add(to raw: inout RawSettings) {
    rules.add(to: &raw)
    raw.add(.yes, given: yes)
    raw.add(.unattended, given: unattended)
    raw.add(.repeats, given: repeats)
    raw.add(.seed, given: seed)
    raw.add(.record, given: record)
  }
}

/// The world that the mock pretends.
struct MockOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Names that the mock says are taken.", valueName: "a,b"))
  var mockTaken: String?

  @Option(help: ArgumentHelp("Names for which the mock can't be reached.", valueName: "a,b"))
  var mockUnreachable: String?

  @Option(
    help: ArgumentHelp("How long each of the mock's calls takes (1.5s).", valueName: "duration"))
  var mockLatency: String?

  @Option(
    help: ArgumentHelp("How many of the mock's sign-ups fail (1/3).", valueName: "n/m"))
  var mockFailures: String?

  func add(to raw: inout RawSettings) {
    raw.add(.mockTaken, given: mockTaken)
    raw.add(.mockUnreachable, given: mockUnreachable)
    raw.add(.mockLatency, given: mockLatency)
    raw.add(.mockFailures, given: mockFailures)
  }
}

/// How what is said looks.
struct OutputOptions: ParsableArguments {
  @OptionGroup var format: FormatOptions

  @Option(
    help: "Colours: auto, always or never.", completion: .choices(of: Style.ColorChoice.self))
  var color: String?

  @Flag(help: "Plain output: it appends only, and says Error: and OK: in words.")
  var plain = false

  func add(to raw: inout RawSettings) {
    format.add(to: &raw)
    raw.add(.color, given: color)
    raw.add(.plain, given: plain)
  }
}

/// What form records have.
struct FormatOptions: ParsableArguments {
  @Option(
    help: "How records are printed: text, or jsonl, one JSON object a line.",
    completion: .choices(of: RecordFormat.self))
  var format: String?

  func add(to raw: inout RawSettings) { raw.add(.format, given: format) }
}

extension CompletionKind {
  /// The names of an enumeration's cases.
  static func choices<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) -> CompletionKind {
    .list(Choice.allCases.map(\.rawValue))
  }
}
