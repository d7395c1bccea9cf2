import Accounts
import Testing
import Transcripts

@testable import Chat

struct SettingSourceTests {
  private static let anywhere = Settings.Context(locale: "C", freshSeed: 7) { _ in nil }

  @Test func `the order of precedence is command line, transcript, environment, file`() throws {
    var raw = RawSettings()
    raw.add(.seed, "1", from: .commandLine)
    try raw.add(transcript: [("seed", "2", 3), ("timeout", "2s", 4)])
    try raw.add(environment: [
      "SIGNUP_BOT_SEED": "3", "SIGNUP_BOT_TIMEOUT": "3s", "SIGNUP_BOT_MOCK_LATENCY": "3s",
    ])
    try raw.add(
      file: ["seed": "4", "timeout": "4s", "mock-latency": "4s", "locale": "zh-Hans"], path: "f")
    let settings = try Settings(raw, in: Self.anywhere)
    #expect(settings.world.seed == 1)
    #expect(settings.timeout == .seconds(2))
    #expect(settings.world.latency == .seconds(3))
    #expect(settings.catalogue.locale == "zh-Hans")
    #expect(
      raw.inOrder.map { [$0.key: $0.source] } == [
        [.seed: .commandLine], [.timeout: .transcript(line: 4)], [.mockLatency: .environment],
        [.locale: .file("f")],
      ])
  }

  @Test(arguments: [
    SettingSource.commandLine, .transcript(line: 9), .environment, .file("/etc/config.json"),
  ])
  func `an error names the source of the value`(source: SettingSource) throws {
    var raw = RawSettings()
    raw.add(.seed, "x", from: source)
    raw.add(.seed, "1", from: .file("later"))
    let error = try #require(throws: SettingError.self) { try Settings(raw, in: Self.anywhere) }
    #expect(error.source == source)
    #expect(error.key == "seed")
  }

  @Test(arguments: SettingKey.allCases)
  func `every option has an environment variable`(key: SettingKey) throws {
    #expect(key.environmentName.hasPrefix("SIGNUP_BOT_"))
    #expect(key.environmentName.allSatisfy { $0 == "_" || ("A"..."Z").contains($0) })
    var raw = RawSettings()
    try raw.add(environment: [key.environmentName: "value", "HOME": "/", "SIGNUP_BOT_NONE": ""])
    #expect(raw.inOrder == [.init(key: key, text: "value", source: .environment)])
  }

  @Test func `the variables are named after the options, and are distinct`() {
    #expect(SettingKey.mockTaken.environmentName == "SIGNUP_BOT_MOCK_TAKEN")
    #expect(Set(SettingKey.allCases.map(\.environmentName)).count == SettingKey.allCases.count)
  }

  @Test func `an empty variable is treated as unset`() throws {
    var raw = RawSettings()
    try raw.add(environment: ["SIGNUP_BOT_SEED": ""])
    try raw.add(file: ["seed": "5"], path: "f")
    #expect(try Settings(raw, in: Self.anywhere).world.seed == 5)
  }

  @Test func `a transcript may set everything that affects its story`() throws {
    for key in SettingKey.allCases where key.isForTranscripts {
      var raw = RawSettings()
      try raw.add(transcript: [(key.rawValue, "v", 2)])
      #expect(raw[key]?.source == .transcript(line: 2))
    }
    let story: [SettingKey] = [.accounts, .policy, .mockTaken, .seed, .locale, .timeout]
    for key in story { #expect(key.isForTranscripts) }
  }

  @Test(arguments: [
    ("color", "can't be set by a transcript"), ("plain", "can't be set by a transcript"),
    ("yes", "can't be set by a transcript"), ("repeat", "can't be set by a transcript"),
    ("record", "can't be set by a transcript"),
    ("sead", "is not an option; did you mean seed?"),
    ("Seed", "is not an option; did you mean seed?"),
    ("mock_taken", "is not an option; did you mean mock-taken?"),
    ("secrets", "is not an option; did you mean secret?"),
  ])
  func `F49 a transcript may not set anything else`(key: String, why: String) {
    var raw = RawSettings()
    #expect(throws: SettingError(key: key, source: .transcript(line: 5), why: why)) {
      try raw.add(transcript: [("seed", "1", 4), (key, "x", 5)])
    }
  }

  @Test func `a transcript may set an option only once`() {
    var raw = RawSettings()
    #expect(throws: SettingError(key: "seed", source: .transcript(line: 5), why: "is set twice")) {
      try raw.add(transcript: [("seed", "1", 4), ("seed", "1", 5)])
    }
  }

  @Test func `F49 an unknown key in a file is rejected with its name and the file`() {
    var raw = RawSettings()
    let why = "is not an option; did you mean seed?"
    #expect(throws: SettingError(key: "sed", source: .file("f"), why: why)) {
      try raw.add(file: ["seed": "1", "sed": "2"], path: "f")
    }
  }

  @Test(arguments: [
    ("SIGNUP_BOT_MOCK_TAKN", "SIGNUP_BOT_MOCK_TAKEN"), ("SIGNUP_BOT_seed", "SIGNUP_BOT_SEED"),
    ("SIGNUP_BOT_SCIM_TOKN", "SIGNUP_BOT_SCIM_TOKEN"),
  ])
  func `an unknown variable is rejected, with the most similar known one`(
    name: String, known: String
  ) {
    var raw = RawSettings()
    let why = "is not an option; did you mean \(known)?"
    #expect(throws: SettingError(key: name, source: .environment, why: why)) {
      try raw.add(environment: [name: "x", "SIGNUP_BOT_SCIM_TOKEN": "secret"])
    }
  }

  @Test func `a transcript's settings are the given ones and those that the story needs`() throws {
    var raw = RawSettings()
    raw.add(.mockTaken, "a,b", from: .commandLine)
    raw.add(.plain, "true", from: .commandLine)
    raw.add(.timeout, "2s", from: .environment)
    let pairs = try Settings(raw, in: Self.anywhere).forTranscripts.map { "\($0.key)=\($0.value)" }
    #expect(
      Set(pairs) == ["accounts=mock", "mock-taken=a,b", "seed=7", "locale=en", "timeout=2s"])
    #expect(pairs.count == 5)
  }

  @Test
  func `a header keeps a transcript's lines, except for settings that the command line changed`()
    throws
  {
    let text = "#!x\n@ transcript 1\n# why\n@ seed 42\n@ locale en\nbot> a\n"
    let script = try Script(parsing: text.utf8)
    var raw = RawSettings()
    raw.add(.seed, "43", from: .commandLine)
    raw.add(.mockTaken, "a", from: .commandLine)
    try raw.add(transcript: script.settings)
    let settings = try Settings(raw, in: Self.anywhere)
    #expect(
      settings.header(of: script)?.map(\.text)
        == ["#!x", "@ transcript 1", "# why", "@ seed 43", "@ locale en", "@ mock-taken a"])
  }

  @Test func `a complete header stays unchanged`() throws {
    let text = "@ transcript 1\n@ seed 42\n@ locale en\nbot> a\n"
    let script = try Script(parsing: text.utf8)
    var raw = RawSettings()
    try raw.add(transcript: script.settings)
    raw.add(.accounts, "mock", from: .environment)
    let settings = try Settings(raw, in: Self.anywhere)
    #expect(settings.header(of: script)?.map(\.text).last == "@ accounts mock")
    let said = try Script(parsing: "@ transcript 1\n@ accounts mock\n@ seed 42\n@ locale en\n".utf8)
    var own = RawSettings()
    try own.add(transcript: said.settings)
    #expect(try Settings(own, in: Self.anywhere).header(of: said) == nil)
  }
}
