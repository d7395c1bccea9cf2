import Accounts
import Conversation

/// The services that accounts can live in.
package enum ServiceName: String, Sendable, CaseIterable {
  case mock, github, sqlite, scim

  /// The rules that go with it, where no others are chosen.
  package func policy(for flow: Flow) -> Policy {
    let policy: Policy =
      switch self {
      case .mock: .rxswift
      case .github: .github
      case .sqlite, .scim: .strict
      }
    guard flow == .signIn else { return policy }
    // The seeds' sign-in looks the name up while it is typed. Names and secrets are to be the same ones that
    // they were when the account was made.
    var result = Policy.moya
    result.availability = Policy.AvailabilityCheck()
    result.identity = policy.identity
    result.comparison = policy.comparison
    return result
  }
}

/// Where a service is and what it is told, as texts; whoever makes the service reads them.
package struct ServiceSettings: Equatable, Sendable {
  package var name = ServiceName.mock
  package var githubURL = "https://github.com"
  package var githubAPIURL = "https://api.github.com"
  package var githubSignIn = GitHubSignIn.user
  /// The file of the accounts, or `:memory:`; nil for the place where programs keep theirs.
  package var sqlitePath: String?
  /// Where the SCIM provider is, up to and without `/Users`; nil where nobody said.
  package var scimURL: String?
  /// The file that holds the bearer token; nil where the environment has it.
  package var scimTokenFile: String?
  /// What every account gets beside its name and password: an attribute's path and its value's template.
  package var scimAttributes: [ScimAttribute] = []

  package init() {}

  /// The call that GitHub proves somebody by.
  package enum GitHubSignIn: String, Sendable, CaseIterable {
    /// `GET /user`.
    case user
    /// `POST /authorizations`, which GitHub itself closed in 2020.
    case authorizations
  }

  /// Such as `emails[0].value` and `{{username}}@example.org`.
  package struct ScimAttribute: Equatable, Sendable {
    package let path: String
    package let value: String

    package init(path: String, value: String) {
      self.path = path
      self.value = value
    }
  }

  /// In memory alone: each conversation has a store of its own, and nothing stays.
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

  /// A transcript reaches nothing outside of itself: whoever plays it chooses the service as well.
  private func checkReach(
    _ services: ServiceSettings, _ choice: ServiceChoice?
  ) throws(SettingError) {
    if let path = raw[.sqlitePath], case .transcript = path.source,
      path.text != ServiceSettings.inMemory
    {
      throw SettingError(
        key: SettingKey.sqlitePath.rawValue, source: path.source,
        why: "can only be :memory: in a transcript; give --sqlite-path on the command line")
    }
    guard let choice, case .transcript = choice.source else { return }
    let name = choice.name.rawValue
    switch choice.name {
    case .mock: return
    case .sqlite where services.sqlitePath == ServiceSettings.inMemory: return
    case .sqlite, .github, .scim:
      let way =
        choice.name == .sqlite ? ", or a line \"@ sqlite-path :memory:\" in the transcript" : ""
      throw SettingError(
        key: choice.key.rawValue, source: choice.source,
        why: "\(name) needs --accounts \(name) on the command line as well" + way)
    }
  }

  private static func someText(_ text: String) -> Parsed<String> {
    text.isEmpty ? .wrong("must not be empty") : .value(text)
  }

  /// An absolute http or https URL with a host, without user, query or fragment; a slash at its end is
  /// dropped.
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
      return .wrong("must have a port from 1 to 65535 behind its colon, if any")
    }
    var result = text
    while result.hasSuffix("/") { result.removeLast() }
    return .value(result)
  }

  /// Whether a host has no port, or one that there can be. What stands in brackets is an IPv6 address.
  private static func hasPossiblePort(_ host: Substring) -> Bool {
    let rest = host.lastIndex(of: "]").map { host[$0...].dropFirst() } ?? host
    guard let colon = rest.firstIndex(of: ":") else { return true }
    let digits = rest[colon...].dropFirst()
    return digits.allSatisfy(\.isASCII) && digits.allSatisfy(\.isNumber)
      && (Int(digits).map((1...65_535).contains) ?? false)
  }

  /// One `path=value` a line.
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
  /// A transcript that names no service would find another one on every machine: a real one is for whoever
  /// plays it to choose, and not for the environment or a file.
  func checkScriptReach() throws(SettingError) {
    guard let choice else { return }
    switch choice.source {
    case .commandLine, .transcript: return
    case .environment, .file:
      // There the file is the operator's, and the environment is empty.
      if choice.name == .mock || restricted { return }
      throw error(
        choice.key,
        "selects \(choice.name.rawValue), which a transcript reaches with --accounts on the command line only"
      )
    }
  }

  /// Makes the service that the settings name, for one conversation. It throws a `SettingError` where they
  /// can't be used.
  package typealias ServiceMaker =
    @Sendable (_ settings: Settings, _ clock: any Clock<Duration>) throws -> any AccountService

  /// Knows the mock, and no other service.
  package static let mockAlone: ServiceMaker = { settings, clock in
    guard settings.services.name == .mock else {
      throw settings.error(.accounts, "must be mock; no other is built in")
    }
    return settings.mock(clock)
  }

  /// The service in memory, as these settings want it.
  package func mock(_ clock: any Clock<Duration>) -> MockAccounts {
    MockAccounts(world: world, identity: policy.identity, clock: clock)
  }
}
