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

/// Returns words as a list such as "a, b or c".
private func alternatives(_ words: [String]) -> String {
  words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
}

extension SettingKey {
  package var definition: SettingDefinition {
    switch self {
    case .flow:
      .init(
        "The purpose of the conversation: sign-up (the default) or sign-in.", .cases(Flow.self),
        transcripts: .trusted)
    case .accounts:
      .init(
        "The service: mock, github, sqlite or scim. An option of a service also selects it.",
        value: "service", .cases(ServiceName.self), transcripts: .trusted)
    case .policy:
      .init(
        "The rules: rxswift, combine, simple, moya, local, github, strict, or a JSON file.",
        value: "name|file", .policy, transcripts: .trusted)
    case .mockTaken:
      .init(
        "Names that are taken at the mock.", value: "a,b", transcripts: .trusted,
        isOfMock: true)
    case .mockUnreachable:
      .init(
        "Names for which the mock is unreachable.", value: "a,b", transcripts: .trusted,
        isOfMock: true)
    case .mockLatency:
      .init(
        "The duration of each call to the mock (1.5s).", value: "duration",
        transcripts: .trusted, isOfMock: true)
    case .mockFailures:
      .init(
        "The share of sign-ups that fail at the mock (1/3).", value: "n/m", transcripts: .trusted,
        isOfMock: true)
    case .githubURL:
      .init("The URL of GitHub's pages (https://github.com).", value: "url", of: .github)
    case .githubAPIURL:
      .init("The URL of GitHub's API (https://api.github.com).", value: "url", of: .github)
    case .githubSignIn:
      .init(
        "The GitHub API call that signs a user in: user or authorizations.", value: "call",
        .cases(ServiceSettings.GitHubSignIn.self), of: .github)
    case .sqlitePath:
      .init(
        "The store's file ($XDG_DATA_HOME/signup-bot/accounts.sqlite), or :memory:.",
        value: "file", .file, transcripts: .trusted, of: .sqlite)
    case .scimURL:
      .init("The URL of the SCIM provider, without /Users.", value: "url", of: .scim)
    case .scimTokenFile:
      .init(
        "The file with the SCIM provider's bearer token; otherwise, SIGNUP_BOT_SCIM_TOKEN is used.",
        value: "file", .file, of: .scim)
    case .scimAttribute:
      .init(
        "An attribute of every SCIM account, such as emails[0].value={{username}}@example.org; can be repeated.",
        value: "path=value", of: .scim)
    case .seed:
      .init(
        "The seed for the mock's failures and for the secrets of a transcript.", value: "n",
        transcripts: .all)
    case .locale:
      .init(
        "The language: \(alternatives(Catalogue.all.map(\.locale))). By default, that of LC_ALL, LC_MESSAGES or LANG.",
        value: "language", .words(Catalogue.all.map(\.locale)), transcripts: .all)
    case .timeout:
      .init(
        "The time limit for one call to the service (10s).", value: "duration",
        transcripts: .trusted)
    case .color:
      .init(
        "Colours: auto (the default), always or never.", value: "when",
        .cases(Style.ColorChoice.self))
    case .plain:
      .init(
        "For screen readers: only append to the output, and use the words Error: and OK: instead of signs."
      )
    case .yes:
      .init("Answer the review with yes.")
    case .unattended:
      .init(
        "Make no offers and ask for no choices (\"What now?\"), as is always the case with bare answers.",
        transcripts: .all)
    case .repeats:
      .init("Conduct one conversation after another until the input, bare answers or events, ends.")
    case .check:
      .init(
        "Compare the transcript with the conversation, and end it at the first turn that differs.")
    case .restricted:
      .init(
        "For strangers: start no programs, use only the operator's settings, and remember no one."
      )
    case .record:
      .init(
        "Record the conversation as a transcript. An existing file is only replaced if it is a transcript.",
        value: "file", .file)
    case .format:
      .init(
        "The output format: text, or jsonl with one JSON object per line.",
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
