import Accounts
import Conversation
import Testing
import Transcripts

@testable import Chat

/// Which service the settings select.
struct ServiceChoiceTests {
  private static let anywhere = Settings.Context(locale: "C", freshSeed: 7) { _ in nil }

  typealias Given = (key: SettingKey, text: String, source: SettingSource)

  private func settings(_ given: [Given]) throws(SettingError) -> Settings {
    var raw = RawSettings()
    for (key, text, source) in given { raw.add(key, text, from: source) }
    return try Settings(raw, in: Self.anywhere)
  }

  private func error(_ given: Given...) throws -> SettingError {
    try #require(throws: SettingError.self) { try settings(given) }
  }

  static let places: [SettingSource] = [.commandLine, .environment, .file("f")]

  static let selecting: [(SettingKey, String, ServiceName)] = [
    (.sqlitePath, "x.sqlite", .sqlite), (.scimURL, "https://example.org", .scim),
    (.scimTokenFile, "t", .scim), (.scimAttribute, "a=b", .scim),
    (.githubURL, "https://example.org", .github), (.githubAPIURL, "https://example.org", .github),
    (.githubSignIn, "user", .github),
  ]

  @Test(arguments: selecting, places)
  func `an option of a service selects that service, whatever its source`(
    option: (SettingKey, String, ServiceName), place: SettingSource
  ) throws {
    let settings = try settings([(option.0, option.1, place)])
    #expect(settings.services.name == option.2)
    #expect(settings.forTranscripts.contains { $0 == ("accounts", option.2.rawValue) })
    #expect(settings.policy == option.2.policy(for: .signUp))
  }

  @Test func `without an option of a service, the mock is selected`() throws {
    #expect(try settings([(.mockTaken, "a", .commandLine)]).services.name == .mock)
  }

  @Test(arguments: places)
  func `options of two services in one source are a conflict`(place: SettingSource) throws {
    let two = try error((.sqlitePath, "x", place), (.scimURL, "https://example.org", place))
    #expect(two.source == place)
    let (path, accounts) = (place.name(of: .sqlitePath), place.name(of: .accounts))
    #expect(two.key == "scim-url" && two.why == "belongs to scim, but \(path) selects sqlite")
    let named = try error((.sqlitePath, "x", place), (.accounts, "mock", place))
    #expect(named.why == "belongs to sqlite, but \(accounts) names mock")
  }

  @Test func `a message names a setting as it is written at its source`() {
    let sources = Self.places + [.transcript(line: 2)]
    #expect(
      sources.map { $0.name(of: .sqlitePath) }
        == ["--sqlite-path", "SIGNUP_BOT_SQLITE_PATH", "sqlite-path in f", "@ sqlite-path"])
  }

  @Test func `the source with the highest precedence that names a service decides`()
    throws
  {
    let store: Given = (.sqlitePath, "x", .environment)
    let scim: Given = (.scimURL, "https://example.org", .file("f"))
    #expect(
      try settings([(.accounts, "mock", .commandLine), store, scim]).services.name == .mock)
    #expect(
      try settings([(.accounts, "scim", .commandLine), store, scim]).services.name == .scim)
    #expect(try settings([store, (.accounts, "scim", .file("f")), scim]).services.name == .sqlite)
    let two = SettingSource.file("g")
    #expect(try settings([scim, (.accounts, "sqlite", two)]).services.name == .scim)
    #expect(
      try settings([(.accounts, "mock", .transcript(line: 2)), store]).services.name == .mock)
  }

  @Test(arguments: [SettingKey.mockTaken, .mockUnreachable, .mockLatency, .mockFailures])
  func `an option of the mock conflicts with a real service of no higher precedence`(
    key: SettingKey
  )
    throws
  {
    let text = key == .mockLatency ? "0s" : key == .mockFailures ? "0/1" : "a"
    let mock: Given = (key, text, .commandLine)
    for service in ["sqlite", "scim"] {
      for place in Self.places {
        let wrong = try error(mock, (.accounts, service, place))
        #expect(wrong.key == key.rawValue && wrong.source == .commandLine)
        #expect(
          wrong.why == "is only for the mock, but \(place.name(of: .accounts)) names \(service)")
      }
      #expect(throws: Never.self) {
        _ = try settings([(.accounts, service, .commandLine), (key, text, .environment)])
        _ = try settings([(key, text, .transcript(line: 2)), (.accounts, service, .environment)])
      }
    }
    // Sign-ups at `github` are performed by the mock.
    #expect(try settings([mock, (.accounts, "github", .commandLine)]).services.name == .github)
  }

  @Test func `a service that a transcript selects by an option needs no further line`() throws {
    let text = "@ transcript 1\n@ sqlite-path :memory:\n@ seed 1\n@ locale en\nbot> a\n"
    let script = try Script(parsing: text.utf8)
    var raw = RawSettings()
    try raw.add(transcript: script.settings)
    let settings = try Settings(raw, in: Self.anywhere)
    #expect(settings.services.name == .sqlite && settings.header(of: script) == nil)
  }

  @Test func `the service that the command line selects is written to the transcript's header`()
    throws
  {
    let text = "@ transcript 1\n@ accounts mock\n@ seed 1\n@ locale en\nbot> a\n"
    let script = try Script(parsing: text.utf8)
    var raw = RawSettings()
    raw.add(.sqlitePath, "x", from: .commandLine)
    try raw.add(transcript: script.settings)
    let header = try Settings(raw, in: Self.anywhere).header(of: script)
    #expect(header?.map(\.text)[1] == "@ accounts sqlite")
  }

  @Test func `the restricted mode requires a service`() throws {
    let restricted: Given = (.restricted, "true", .commandLine)
    let none = try error(restricted)
    #expect(none.key == "accounts" && none.isFileUnusable)
    #expect(none.why.contains("/etc/signup-bot/config.json"))
    #expect(try settings([restricted, (.accounts, "mock", .file("f"))]).services.name == .mock)
    #expect(try settings([restricted, (.sqlitePath, "x", .file("f"))]).services.name == .sqlite)
  }
}
