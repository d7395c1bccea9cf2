import Accounts
import Conversation
import Terminal

/// The definition of an option. The command line, the environment, configuration files, the `@`
/// lines of transcripts, help and completions are derived from it.
package struct SettingDefinition: Sendable {
  /// A sentence for help. It ends with the default value in parentheses, if there is one.
  package let help: String
  /// The name of the value in help; `nil` if it is the option's name, or if the option is a flag.
  package let valueName: String?
  /// The completions of the value that a shell offers.
  package let completion: Completion
  /// The transcripts that may set the option.
  let transcripts: Transcripts
  /// The service to which the option belongs and which it selects. `nil` if the option applies to
  /// every service, or if it belongs to the mock, whose options select nothing.
  let service: ServiceName?
  /// Whether the option describes the world that the mock simulates.
  let isOfMock: Bool

  package enum Completion: Sendable {
    case none, file, policy
    case words([String])

    static func cases<Value: CaseIterable & RawRepresentable<String>>(
      _ type: Value.Type
    ) -> Completion {
      .words(Value.allCases.map(\.rawValue))
    }
  }

  /// The transcripts that may set an option. A transcript describes a conversation and affects
  /// nothing outside it: only the user who runs it may choose a server's address and the data that
  /// is sent to it.
  enum Transcripts {
    case none
    /// All, except that in the restricted mode a transcript may only repeat the operator's choice.
    case trusted
    /// All, including a stranger's, because the option concerns no one else.
    case all
  }

  init(
    _ help: String, value: String? = nil, _ completion: Completion = .none,
    transcripts: Transcripts = .none, of service: ServiceName? = nil, isOfMock: Bool = false
  ) {
    self.help = help
    valueName = value
    self.completion = completion
    self.transcripts = transcripts
    self.service = service
    self.isOfMock = isOfMock
  }
}

extension SettingKey {
  package var definition: SettingDefinition {
    switch self {
    case .flow:
      .init(
        "What the conversation is for: sign-up or sign-in.", .cases(Flow.self),
        transcripts: .trusted)
    case .accounts:
      .init(
        "Where accounts live: mock, github, sqlite or scim. An option of one of them selects it.",
        .cases(ServiceName.self), transcripts: .trusted)
    case .policy:
      .init(
        "The rules: rxswift, combine, simple, moya, local, github, strict, or a JSON file.",
        value: "name|file", .policy, transcripts: .trusted)
    case .mockTaken:
      .init(
        "Names that the mock says are taken.", value: "a,b", transcripts: .trusted,
        isOfMock: true)
    case .mockUnreachable:
      .init(
        "Names for which the mock can't be reached.", value: "a,b", transcripts: .trusted,
        isOfMock: true)
    case .mockLatency:
      .init(
        "How long each of the mock's calls takes (1.5s).", value: "duration",
        transcripts: .trusted, isOfMock: true)
    case .mockFailures:
      .init(
        "How many of the mock's sign-ups fail (1/3).", value: "n/m", transcripts: .trusted,
        isOfMock: true)
    case .githubURL:
      .init("Where GitHub's pages are (https://github.com).", value: "url", of: .github)
    case .githubAPIURL:
      .init("Where GitHub's API is (https://api.github.com).", value: "url", of: .github)
    case .githubSignIn:
      .init(
        "How GitHub is asked to sign someone in: user or authorizations.", value: "call",
        .cases(ServiceSettings.GitHubSignIn.self), of: .github)
    case .sqlitePath:
      .init(
        "The store's file ($XDG_DATA_HOME/signup-bot/accounts.sqlite), or :memory:.",
        value: "file", .file, transcripts: .trusted, of: .sqlite)
    case .scimURL:
      .init("Where the SCIM provider is, without /Users.", value: "url", of: .scim)
    case .scimTokenFile:
      .init(
        "The file with the SCIM provider's bearer token; otherwise SIGNUP_BOT_SCIM_TOKEN has it.",
        value: "file", .file, of: .scim)
    case .scimAttribute:
      .init(
        "What every SCIM account gets, such as emails[0].value={{username}}@example.org; once for each.",
        value: "path=value", of: .scim)
    case .seed:
      .init(
        "What the mock's luck and a transcript's secrets are made from.", value: "n",
        transcripts: .all)
    case .locale:
      .init(
        "The language: en or zh-Hans. Otherwise LC_ALL, LC_MESSAGES or LANG says.",
        .words(Catalogue.all.map(\.locale)), transcripts: .all)
    case .timeout:
      .init(
        "The longest that one call may take (10s).", value: "duration", transcripts: .trusted)
    case .color:
      .init("Colours: auto, always or never.", .cases(Style.ColorChoice.self))
    case .plain:
      .init("Plain output: it appends only, and says Error: and OK: in words.")
    case .yes:
      .init("Answer the review with yes.")
    case .unattended:
      .init(
        "No one is there to choose: no offer, no \"what now?\". Bare answers are always like this.",
        transcripts: .all)
    case .repeats:
      .init("Bare answers, or a program's events: the next conversation while input remains.")
    case .check:
      .init(
        "Compare the transcript with its conversation, which ends at the first turn that differs.")
    case .restricted:
      .init(
        "For strangers: starts no program, takes only the operator's settings, and remembers no one."
      )
    case .record:
      .init(
        "Keep the conversation as a transcript. A file that exists is replaced only if it is one.",
        value: "file", .file)
    case .format:
      .init(
        "How records are printed: text, or jsonl, one JSON object a line.",
        .cases(RecordFormat.self))
    }
  }

  /// Whether a transcript may set the option.
  package var isForTranscripts: Bool {
    switch definition.transcripts {
    case .none: false
    case .trusted, .all: true
    }
  }
}
