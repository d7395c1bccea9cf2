import Accounts
import Conversation
import Terminal
import Transcripts

/// The settings in their own types, with every default filled in.
package struct Settings: Sendable {
  package var flow: Flow
  package var policy: Policy
  package var world: MockAccounts.World
  package var services: ServiceSettings
  package var catalogue: Catalogue
  /// The longest that one call of the service may take.
  package var timeout: Duration
  package var color: Style.ColorChoice
  package var plain: Bool
  package var yes: Bool
  package var keepGoing: Bool
  /// Whether bare answers, or a program's events, hold one conversation after the other.
  package var repeats: Bool
  /// Where a recording goes; nil for none.
  package var record: String?
  /// How records are printed; nil where the input's own kind is to say.
  package var format: RecordFormat?
  private var raw: RawSettings

  /// What settings are read with: the only ways in which they look outside.
  package struct Surroundings: Sendable {
    /// A file's bytes; nil when it can't be read.
    let readFile: @Sendable (String) -> [UInt8]?
    /// The environment's locale, as POSIX writes it.
    let locale: String
    /// A seed for a story that nobody has fixed.
    let freshSeed: UInt64

    package init(
      locale: String, freshSeed: UInt64, readFile: @escaping @Sendable (String) -> [UInt8]?
    ) {
      self.locale = locale
      self.freshSeed = freshSeed
      self.readFile = readFile
    }
  }

  package init(_ raw: RawSettings, in surroundings: Surroundings) throws(SettingError) {
    let reader = SettingReader(raw: raw)
    self.raw = raw
    services = try reader.services()
    catalogue =
      try reader.value(.locale, parse: SettingReader.catalogue)
      ?? .forEnvironment(surroundings.locale)
    let flow: Flow.Name = try reader.value(.flow, parse: SettingReader.choice) ?? .signUp
    self.flow = .named(flow)
    policy = try reader.policy(else: services.name.policy(for: flow), surroundings.readFile)
    timeout = try reader.value(.timeout, parse: SettingReader.duration) ?? .seconds(10)
    color = try reader.value(.color, parse: SettingReader.choice) ?? .auto
    plain = try reader.value(.plain, parse: SettingReader.flag) ?? false
    yes = try reader.value(.yes, parse: SettingReader.flag) ?? false
    keepGoing = try reader.value(.keepGoing, parse: SettingReader.flag) ?? false
    repeats = try reader.value(.repeats, parse: SettingReader.flag) ?? false
    record = try reader.value(.record, parse: SettingReader.path)
    format = try reader.value(.format, parse: SettingReader.choice)
    world = try reader.world(freshSeed: surroundings.freshSeed)
  }

  /// The settings of the conversation that so many came before, in a run of many: with a seed of its
  /// own, so that each stands alone and luck differs.
  package func after(_ conversations: UInt64) -> Settings {
    var result = self
    result.world.seed &+= conversations
    if conversations > 0 { result.raw.replace(.seed, by: String(result.world.seed)) }
    return result
  }

  /// The settings that make the story, for a transcript: what was given, and the ones without which
  /// it would not be the same again.
  package var forTranscripts: [(key: String, value: String)] {
    SettingKey.allCases.compactMap { key in
      guard key.isForTranscripts else { return nil }
      // A store's place is nobody else's business, and no transcript may choose one.
      if key == .sqlitePath, services.sqlitePath != ServiceSettings.inMemory { return nil }
      if let given = raw.values[key] { return (key.rawValue, given.text) }
      switch key {
      case .accounts: return (key.rawValue, "mock")
      case .seed: return (key.rawValue, String(world.seed))
      case .locale: return (key.rawValue, catalogue.locale)
      case .flow, .policy, .mockTaken, .mockUnreachable, .mockLatency, .mockFailures, .githubURL,
        .githubAPIURL, .githubSignIn, .sqlitePath, .scimURL, .scimTokenFile, .scimAttribute,
        .timeout, .color, .plain, .yes, .keepGoing, .repeats, .record, .format:
        return nil
      }
    }
  }

  /// The lines before a transcript's conversation, as they are to be written: its own, with the
  /// settings that the command line changes, and those that it leaves to its surroundings.
  package func header(of script: Script) -> [OutputLine] {
    // Few enough for a search to cost less than a dictionary.
    let effective = forTranscripts
    var said: [String] = []
    var lines = script.header.map { line -> OutputLine in
      guard case .setting(let key, let value) = line.record else { return OutputLine(line) }
      said.append(key)
      guard let now = effective.first(where: { $0.key == key })?.value, now != value
      else { return OutputLine(line) }
      return OutputLine(.setting(key: key, value: now))
    }
    let missing = effective.filter { !said.contains($0.key) && mustBeSaid($0.key) }
    let place = script.header.lastIndex { line in
      if case .setting = line.record { true } else { false }
    }
    lines.insert(
      contentsOf: missing.map { OutputLine(.setting(key: $0.key, value: $0.value)) },
      at: place.map { $0 + 1 } ?? lines.count)
    return lines
  }

  /// An error that names a setting and the place where it was given; the command line where it was given
  /// nowhere.
  package func error(
    _ key: SettingKey, _ why: String, isFileUnusable: Bool = false
  ) -> SettingError {
    SettingError(
      key: key.rawValue, source: raw.values[key]?.source ?? .commandLine, why: why,
      isFileUnusable: isFileUnusable)
  }

  /// Without its seed and its language, a story would not be the same again.
  private func mustBeSaid(_ name: String) -> Bool {
    SettingKey(rawValue: name).map { raw.values[$0] != nil || $0 == .seed || $0 == .locale }
      ?? false
  }
}
