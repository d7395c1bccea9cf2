import ArgumentParser
import Chat

/// The options that say which accounts are meant: of a conversation, and for looking after accounts.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: "Where accounts live: mock, github, sqlite or scim. An option of one of them selects it.",
    completion: .choices(of: ServiceName.self))
  var accounts: String?

  @Option(
    help: ArgumentHelp(
      "The store's file ($XDG_DATA_HOME/signup-bot/accounts.sqlite), or :memory:.",
      valueName: "file"),
    completion: .file())
  var sqlitePath: String?

  @Option(help: ArgumentHelp("Where the SCIM provider is, without /Users.", valueName: "url"))
  var scimUrl: String?

  @Option(
    help: ArgumentHelp(
      "The file with the SCIM provider's bearer token; otherwise SIGNUP_BOT_SCIM_TOKEN has it.",
      valueName: "file"),
    completion: .file())
  var scimTokenFile: String?

  @Option(
    help: ArgumentHelp("The longest that one call may take (10s).", valueName: "duration"))
  var timeout: String?

  func add(to raw: inout RawSettings) {
    raw.add(.accounts, given: accounts)
    raw.add(.sqlitePath, given: sqlitePath)
    raw.add(.scimURL, given: scimUrl)
    raw.add(.scimTokenFile, given: scimTokenFile)
    raw.add(.timeout, given: timeout)
  }

  /// What was given on the command line.
  var raw: RawSettings {
    var raw = RawSettings()
    add(to: &raw)
    return raw
  }
}

/// The options of services that only signing up or in has a use for.
struct ConversationServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What every SCIM account gets, such as emails[0].value={{username}}@example.org; once for each.",
      valueName: "path=value"))
  var scimAttribute: [String] = []

  @Option(
    help: ArgumentHelp("Where GitHub's pages are (https://github.com).", valueName: "url"))
  var githubUrl: String?

  @Option(
    help: ArgumentHelp("Where GitHub's API is (https://api.github.com).", valueName: "url"))
  var githubApiUrl: String?

  @Option(
    help: ArgumentHelp(
      "How GitHub is asked to sign someone in: user or authorizations.", valueName: "call"),
    completion: .choices(of: ServiceSettings.GitHubSignIn.self))
  var githubSignIn: String?

  func add(to raw: inout RawSettings) {
    let attributes = scimAttribute.isEmpty ? nil : scimAttribute.joined(separator: "\n")
    raw.add(.scimAttribute, given: attributes)
    raw.add(.githubURL, given: githubUrl)
    raw.add(.githubAPIURL, given: githubApiUrl)
    raw.add(.githubSignIn, given: githubSignIn)
  }
}
