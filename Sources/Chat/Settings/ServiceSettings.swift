import Accounts

/// The settings of the services, mostly as text. The code that creates a service interprets them.
package struct ServiceSettings: Equatable, Sendable {
  package var name = ServiceName.mock
  package var githubURL = "https://github.com"
  package var githubAPIURL = "https://api.github.com"
  package var githubSignIn = GitHubSignIn.user
  /// The store's file, or `:memory:`; `nil` for the default location.
  package var sqlitePath: String?
  /// The URL of the SCIM provider, without `/Users`; `nil` if none is set.
  package var scimURL: String?
  /// The file that contains the bearer token; `nil` if the token comes from the environment.
  package var scimTokenFile: String?
  /// The attributes that every account gets in addition to its username and password.
  package var scimAttributes: [ScimAttribute] = []

  /// The GitHub API call that authenticates a user.
  package enum GitHubSignIn: String, Sendable, CaseIterable {
    /// `GET /user`.
    case user
    /// `POST /authorizations`, which GitHub closed in 2020. Other servers may still have it.
    case authorizations
  }

  /// An attribute's path and the template of its value, such as `emails[0].value` and
  /// `{{username}}@example.org`.
  package struct ScimAttribute: Equatable, Sendable {
    package let path: String
    package let value: String
  }

  /// A store in memory. Each conversation has its own, and nothing is kept.
  package static let inMemory = ":memory:"
}

extension SettingReader {
  func services(_ choice: ServiceChoice?) throws(SettingError) -> ServiceSettings {
    var result = ServiceSettings()
    result.name = choice?.name ?? result.name
    result.githubURL = try value(.githubURL, parse: Self.url) ?? result.githubURL
    result.githubAPIURL = try value(.githubAPIURL, parse: Self.url) ?? result.githubAPIURL
    result.githubSignIn = try value(.githubSignIn, parse: Self.choice) ?? result.githubSignIn
    result.sqlitePath = try value(.sqlitePath, parse: Self.someText)
    result.scimURL = try value(.scimURL, parse: Self.url)
    result.scimTokenFile = try value(.scimTokenFile, parse: Self.someText)
    result.scimAttributes = try value(.scimAttribute, parse: Self.attributes) ?? []
    try checkReach(result, choice)
    return result
  }

  /// Throws an error if a transcript selects a service or a store outside the program. Only the
  /// command line can do that.
  private func checkReach(
    _ services: ServiceSettings, _ choice: ServiceChoice?
  ) throws(SettingError) {
    if let path = raw[.sqlitePath], case .transcript = path.source,
      path.text != ServiceSettings.inMemory
    {
      throw path.error(
        "can only be :memory: in a transcript; give --sqlite-path on the command line")
    }
    guard let choice, case .transcript = choice.given.source else { return }
    let name = choice.name.rawValue
    switch choice.name {
    case .mock: return
    case .sqlite where services.sqlitePath == ServiceSettings.inMemory: return
    case .sqlite, .github, .scim:
      let way =
        choice.name == .sqlite ? ", or a line \"@ sqlite-path :memory:\" in the transcript" : ""
      throw choice.given.error(
        "\(name) needs --accounts \(name) on the command line as well" + way)
    }
  }

  private static func someText(_ text: String) -> Parsed<String> {
    text.isEmpty ? .wrong("must not be empty") : .value(text)
  }

  /// Parses an absolute `http` or `https` URL with a host, but without user, query or fragment.
  /// Trailing slashes are removed.
  static func url(_ text: String) -> Parsed<String> {
    let wrong = Parsed<String>.wrong("must be a URL such as https://example.org/scim/v2")
    let isAllowed = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
    guard isAllowed, let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
      return wrong
    }
    let rest = text.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    guard !host.isEmpty, !host.hasPrefix(":"), !rest.contains(where: { "?#@\\\"<>".contains($0) })
    else { return wrong }
    guard hasPossiblePort(host) else {
      return .wrong("must have a port from 1 to 65535 after the colon")
    }
    var result = text
    while result.hasSuffix("/") { result.removeLast() }
    return .value(result)
  }

  /// Whether a host has no port or a valid one. Text in brackets is an IPv6 address.
  private static func hasPossiblePort(_ host: Substring) -> Bool {
    let rest = host.lastIndex(of: "]").map { host[$0...].dropFirst() } ?? host
    guard let colon = rest.firstIndex(of: ":") else { return true }
    return unsigned(rest[colon...].dropFirst()).map { (1...65_535).contains($0) } ?? false
  }

  /// Parses one `path=value` per line.
  private static func attributes(_ text: String) -> Parsed<[ServiceSettings.ScimAttribute]> {
    var result: [ServiceSettings.ScimAttribute] = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        return .wrong("must be a path and a value such as emails[0].value={{username}}@example.org")
      }
      result.append(.init(path: String(parts[0]), value: String(parts[1])))
    }
    return .value(result)
  }
}

extension Settings {
  /// Throws an error if the environment or a file selects a real service for a transcript. The same
  /// transcript would otherwise reach a different service on every machine; only the command line
  /// may select one.
  func checkScriptReach() throws(SettingError) {
    guard let choice else { return }
    switch choice.given.source {
    case .commandLine, .transcript: return
    case .environment, .file:
      // In the restricted mode, the file is the operator's, and the environment contains no
      // settings.
      if choice.name == .mock || restricted { return }
      throw choice.given.error(
        "selects \(choice.name.rawValue), which a transcript reaches with --accounts on the command line only"
      )
    }
  }

  /// Creates the service that the settings name, for one conversation. Throws a `SettingError` if
  /// the settings can't be used.
  package typealias ServiceMaker =
    @Sendable (_ settings: Settings, _ clock: any Clock<Duration>) throws -> any AccountService

  /// Creates the mock, and throws an error for every other service.
  package static let mockAlone: ServiceMaker = { settings, clock in
    guard settings.services.name == .mock else {
      throw settings.error(.accounts, "must be mock, the only service that is built in")
    }
    return settings.mock(clock)
  }

  /// Returns a mock with these settings.
  package func mock(_ clock: any Clock<Duration>) -> MockAccounts {
    MockAccounts(world: world, identity: policy.identity, clock: clock)
  }
}
