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
  /// Whether no one is there to choose; see `Terms.isAttended`. Bare answers make it so.
  package var unattended: Bool
  /// Whether bare answers, or a program's events, hold one conversation after the other.
  package var repeats: Bool
  /// Whether the one at the other end is a stranger; see `Restriction`.
  package var restricted: Bool
  /// Where a recording goes; nil for none.
  package var record: String?
  /// How records are printed; nil where the input's own kind is to say.
  package var format: RecordFormat?
  private var raw: RawSettings
  /// What chose the service; `nil` if nothing did.
  let choice: ServiceChoice?
  /// The settings that make the story, for a transcript: what was given, and the ones without which
  /// it would not be the same again.
  package private(set) var forTranscripts: [(key: String, value: String)] = []

  /// What settings are read with: the only ways in which they look outside.
  package struct Surroundings: Sendable {
    /// A file's bytes; nil when it can't be read.
    let readFile: @Sendable (String) -> [UInt8]?
    /// The environment's locale, as POSIX writes it.
    let locale: String
    /// A seed for a story that nobody has fixed.
    let freshSeed: UInt64
    /// Where the files are that a transcript names; `nil` for the working directory.
    package var folder: String?

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
    choice = try ServiceChoice(raw)
    services = try reader.services(choice)
    catalogue =
      try reader.value(.locale, parse: SettingReader.catalogue)
      ?? .forEnvironment(surroundings.locale)
    flow = try reader.value(.flow, parse: SettingReader.choice) ?? .signUp
    policy = try reader.policy(
      else: services.name.policy(for: flow), in: surroundings.folder, surroundings.readFile)
    timeout = try reader.value(.timeout, parse: SettingReader.duration) ?? .seconds(10)
    color = try reader.value(.color, parse: SettingReader.choice) ?? .auto
    plain = try reader.value(.plain, parse: SettingReader.flag) ?? false
    yes = try reader.value(.yes, parse: SettingReader.flag) ?? false
    unattended = try reader.value(.unattended, parse: SettingReader.flag) ?? false
    repeats = try reader.value(.repeats, parse: SettingReader.flag) ?? false
    restricted = try reader.value(.restricted, parse: SettingReader.flag) ?? false
    if restricted && choice == nil { throw Self.noServiceForStrangers }
    record = try reader.value(.record, parse: SettingReader.path)
    format = try reader.value(.format, parse: SettingReader.choice)
    world = try reader.world(freshSeed: surroundings.freshSeed)
    forTranscripts = story
  }

  /// The system's configuration file, which belongs to the operator.
  package static let systemFile = "/etc/signup-bot/config.json"

  /// A stranger who is told by the mock that an account was made would believe it.
  private static var noServiceForStrangers: SettingError {
    SettingError(
      key: SettingKey.accounts.rawValue, source: .commandLine,
      why: "must be given in the restricted mode, here or as \"accounts\" in \(systemFile):"
        + " no one is signed up without the operator's choice of a service",
      isFileUnusable: true)
  }

  /// The settings of the conversation that so many came before, in a run of many: with a seed of its
  /// own, so that each stands alone and luck differs.
  package func after(_ conversations: UInt64) -> Settings {
    var result = self
    result.world.seed &+= conversations
    if conversations > 0 { result.raw.replace(.seed, by: String(result.world.seed)) }
    result.forTranscripts = result.story
    return result
  }

  /// The settings of a conversation in which no one is there to choose.
  package var forBareAnswers: Settings {
    var result = self
    result.unattended = true
    result.raw.set(.unattended, to: "true")
    result.forTranscripts = result.story
    return result
  }

  private var story: [(key: String, value: String)] {
    SettingKey.allCases.compactMap { key in
      guard key.isForTranscripts else { return nil }
      // A store's place is nobody else's business, and no transcript may choose one.
      if key == .sqlitePath, services.sqlitePath != ServiceSettings.inMemory { return nil }
      if key == .accounts { return (key.rawValue, services.name.rawValue) }
      if let given = raw[key] { return (key.rawValue, given.text) }
      if key == .seed { return (key.rawValue, String(world.seed)) }
      return key == .locale ? (key.rawValue, catalogue.locale) : nil
    }
  }

  /// The lines before a transcript's conversation, as they are to be written: its own, with the
  /// settings that the command line changes, and those that it leaves to its surroundings. Nil where they are
  /// to stay as they are.
  package func header(of script: Script) -> [OutputLine]? {
    // Few enough for a search to cost less than a dictionary.
    let effective = forTranscripts
    let own = script.settings
    let changes = own.compactMap { setting -> (line: Int, OutputLine)? in
      guard let now = effective.first(where: { $0.key == setting.key })?.value,
        now != setting.value
      else { return nil }
      return (setting.line, OutputLine(.setting(key: setting.key, value: now)))
    }
    let missing = effective.filter { setting in
      !own.contains { $0.key == setting.key } && mustBeSaid(setting.key)
    }
    if changes.isEmpty && missing.isEmpty { return nil }
    // They outlast the script, which may be long.
    var lines = (0..<script.headerCount).map { OutputLine(script.line($0).alone) }
    for (line, change) in changes { lines[line - script.firstLine] = change }
    lines.insert(
      contentsOf: missing.map { OutputLine(.setting(key: $0.key, value: $0.value)) },
      at: script.settingsEnd)
    return lines
  }

  /// An error that names a setting and the place where it was given; the command line where it was given
  /// nowhere.
  package func error(
    _ key: SettingKey, _ why: String, isFileUnusable: Bool = false
  ) -> SettingError {
    SettingError(
      key: key.rawValue, source: raw[key]?.source ?? .commandLine, why: why,
      isFileUnusable: isFileUnusable)
  }

  /// Without its seed and its language, a story would not be the same again; nor without its service, if
  /// something other than the transcript chose it.
  private func mustBeSaid(_ name: String) -> Bool {
    switch SettingKey(rawValue: name) {
    case nil: return false
    case .seed?, .locale?: return true
    case .accounts?:
      guard let choice else { return false }
      if case .transcript = choice.source { return false }
      return true
    case let key?: return raw[key] != nil
    }
  }
}
