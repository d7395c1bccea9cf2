/// The options of a conversation, with their names on the command line, in transcripts and in
/// configuration files. The names of the environment variables are derived from them. All other
/// facts about an option are in its `definition`.
package enum SettingKey: String, Sendable, CaseIterable {
  case flow
  case accounts
  case policy
  case mockTaken = "mock-taken"
  case mockUnreachable = "mock-unreachable"
  case mockLatency = "mock-latency"
  case mockFailures = "mock-failures"
  case githubURL = "github-url"
  case githubAPIURL = "github-api-url"
  case githubSignIn = "github-sign-in"
  case sqlitePath = "sqlite-path"
  case scimURL = "scim-url"
  case scimTokenFile = "scim-token-file"
  case scimAttribute = "scim-attribute"
  case seed
  case locale
  case timeout
  case color
  case plain
  case yes
  case unattended
  case repeats = "repeat"
  case check
  case restricted
  case record
  case format

  /// The beginning of all environment variables for options.
  package static let environmentPrefix = "SIGNUP_BOT_"

  /// The environment variable for the option, such as `SIGNUP_BOT_MOCK_TAKEN`.
  package var environmentName: String {
    Self.environmentPrefix + rawValue.uppercased().replacing("-", with: "_")
  }
}
