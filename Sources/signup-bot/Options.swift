import ArgumentParser
import Chat

/// All options of a conversation.
struct Options: ParsableArguments {
  @OptionGroup(title: "Conversation options") var talk: TalkOptions
  @OptionGroup(title: "Service options") var service: ServiceOptions
  @OptionGroup(title: "Service options") var conversationService: ConversationServiceOptions
  @OptionGroup(title: "Mock options") var mock: MockOptions
  @OptionGroup(title: "Output options") var format: FormatOptions
  @OptionGroup(title: "Output options") var look: LookOptions
}

/// The options of a conversation that determine what it needs.
struct DoctorOptions: ParsableArguments {
  @OptionGroup(title: "Conversation options") var rules: RuleOptions
  @OptionGroup(title: "Service options") var service: ServiceOptions
  @OptionGroup(title: "Service options") var conversationService: ConversationServiceOptions
  @OptionGroup(title: "Output options") var format: FormatOptions
}

/// The purpose of a conversation, and its rules.
struct RuleOptions: ParsableArguments {
  @Option(.flow) var flow: String?
  @Option(.policy) var policy: String?
  @Option(.locale) var locale: String?
  @Flag(.restricted) var restricted = false
}

/// How a conversation proceeds.
struct TalkOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions
  @Flag(.yes) var yes = false
  @Flag(.unattended) var unattended = false
  @Flag(.repeats) var `repeat` = false
  @Flag(.check) var check = false
  @Option(.seed) var seed: String?
  @Option(.record) var record: String?
}

/// The service, for conversations and for the administration of accounts.
struct ServiceOptions: ParsableArguments {
  @Option(.accounts) var accounts: String?
  @Option(.sqlitePath) var sqlitePath: String?
  @Option(.scimURL) var scimUrl: String?
  @Option(.scimTokenFile) var scimTokenFile: String?
  @Option(.timeout) var timeout: String?
}

/// The service's options that only sign-ups and sign-ins use.
struct ConversationServiceOptions: ParsableArguments {
  @Option(.scimAttribute) var scimAttribute: [String] = []
  @Option(.githubURL) var githubUrl: String?
  @Option(.githubAPIURL) var githubApiUrl: String?
  @Option(.githubSignIn) var githubSignIn: String?
}

/// The operator's own questions, for the answers that accounts were given.
struct FormOptions: ParsableArguments {
  @Option(
    .policy,
    help: ArgumentHelp(
      "The JSON file with your own questions: it says where a SCIM provider has the answers.",
      valueName: "file"))
  var policy: String?
}

/// The world that the mock simulates.
struct MockOptions: ParsableArguments {
  @Option(.mockTaken) var mockTaken: String?
  @Option(.mockUnreachable) var mockUnreachable: String?
  @Option(.mockLatency) var mockLatency: String?
  @Option(.mockFailures) var mockFailures: String?
}

/// How records are printed.
struct FormatOptions: ParsableArguments {
  @Option(.format) var format: String?
}

/// How a conversation looks.
struct LookOptions: ParsableArguments {
  @Option(.color) var color: String?
  @Flag(.plain) var plain = false
}

/// How a list looks.
struct ListLookOptions: ParsableArguments {
  @Option(.color) var color: String?
  @Flag(.plain, help: "Plain output: no colours and no pager.") var plain = false
}
