import ArgumentParser
import Chat

/// The options that say which accounts are meant, of a conversation and of those who look after accounts.
struct ServiceOptions: ParsableArguments {
  @Option(help: "Where accounts live: mock, github, sqlite or scim.")
  var accounts: String?

  @Option(
    help: ArgumentHelp(
      "The store's file ($XDG_DATA_HOME/signup-bot/accounts.sqlite), or :memory:.",
      valueName: "file"))
  var sqlitePath: String?

  @Option(help: ArgumentHelp("Where the SCIM provider is, without /Users.", valueName: "url"))
  var scimUrl: String?

  @Option(
    help: ArgumentHelp(
      "The file with the SCIM provider's bearer token; otherwise SIGNUP_BOT_SCIM_TOKEN has it.",
      valueName: "file"))
  var scimTokenFile: String?

  @Option(
    help: ArgumentHelp(
      "What every SCIM account gets, such as emails[0].value={{username}}@example.org; once for each.",
      valueName: "path=value"))
  var scimAttribute: [String] = []

  @Option(
    help: ArgumentHelp("The longest that one call may take (10s).", valueName: "duration"))
  var timeout: String?

  /// What was given on the command line.
  var raw: RawSettings {
    var raw = RawSettings()
    func add(_ key: SettingKey, _ text: String?) {
      if let text { raw.add(key, text, from: .commandLine) }
    }
    add(.accounts, accounts)
    add(.sqlitePath, sqlitePath)
    add(.scimURL, scimUrl)
    add(.scimTokenFile, scimTokenFile)
    add(.scimAttribute, scimAttribute.isEmpty ? nil : scimAttribute.joined(separator: "\n"))
    add(.timeout, timeout)
    return raw
  }
}
