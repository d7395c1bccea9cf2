import ArgumentParser
import Chat

/// The options that say which accounts are meant: the same as a conversation's, with the same fallbacks.
struct ServiceOptions: ParsableArguments {
  @Option(help: "Where accounts live: sqlite or scim.")
  var accounts: String?

  @Option(
    help: ArgumentHelp(
      "The store's file ($XDG_DATA_HOME/signup-bot/accounts.sqlite).", valueName: "file"))
  var sqlitePath: String?

  @Option(help: ArgumentHelp("Where the SCIM provider is, without /Users.", valueName: "url"))
  var scimUrl: String?

  @Option(
    help: ArgumentHelp(
      "The file with the SCIM provider's bearer token; otherwise SIGNUP_BOT_SCIM_TOKEN has it.",
      valueName: "file"))
  var scimTokenFile: String?

  // Of use in a sign-up alone, and taken so that one list of options does for both.
  @Option(help: ArgumentHelp(valueName: "path=value", visibility: .hidden))
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

/// How what is said looks.
struct LookOptions: ParsableArguments {
  @Option(help: "Colours: auto, always or never.")
  var color: String?

  @Flag(help: "Plain output: no colours and no pager.")
  var plain = false

  func add(to raw: inout RawSettings) {
    if let color { raw.add(.color, color, from: .commandLine) }
    if plain { raw.add(.plain, "true", from: .commandLine) }
  }
}
