import Accounts
import Conversation
import Runtime
import Terminal
import Transcripts

/// The parsed settings, with all defaults filled in.
package struct Settings: Sendable {
  package var flow: Flow
  package var policy: Policy
  package var world: MockAccounts.World
  package var services: ServiceSettings
  package var catalogue: Catalogue
  /// The maximum duration of one call of the service.
  package var timeout: Duration
  package var color: Style.ColorChoice
  package var plain: Bool
  package var yes: Bool
  /// Whether no one is there to choose; see `ConversationOptions.isAttended`. Always `true` with bare answers.
  package var unattended: Bool
  /// Whether to begin another conversation while input remains. Applies to bare answers and to a
  /// program's events.
  package var repeats: Bool
  /// Whether to compare a transcript with its conversation; see `ScriptCheck`.
  package var checks: Bool
  /// Whether the user is a stranger; see `Restriction`.
  package var restricted: Bool
  /// The path of the recording; `nil` if there is none.
  package var record: String?
  /// The format of the records; `nil` if it depends on the kind of input.
  package var format: RecordFormat?
  private var raw: RawSettings
  /// The path of the policy's file from the working directory; `nil` for a built-in policy.
  private let policyFile: String?
  /// The selection of the service; `nil` if nothing selects one.
  let choice: ServiceChoice?

  /// Everything that affects how settings are read, apart from the settings themselves.
  package struct Context: Sendable {
    /// Returns a file's bytes; `nil` if the file can't be read.
    let readFile: @Sendable (String) -> [UInt8]?
    /// The environment's locale, in POSIX notation.
    let locale: String
    /// The seed to use if none is set.
    let freshSeed: UInt64
    /// The folder that a transcript's relative paths start from; `nil` for the working directory.
    package var folder: String?

    package init(
      locale: String, freshSeed: UInt64, readFile: @escaping @Sendable (String) -> [UInt8]?
    ) {
      self.locale = locale
      self.freshSeed = freshSeed
      self.readFile = readFile
    }
  }

  package init(_ raw: RawSettings, in context: Context) throws(SettingError) {
    let reader = SettingReader(raw: raw)
    self.raw = raw
    choice = try ServiceChoice(raw)
    services = try reader.services(choice)
    catalogue =
      try reader.value(.locale, parse: SettingReader.catalogue)
      ?? .forEnvironment(context.locale)
    flow = try reader.value(.flow, parse: SettingReader.choice) ?? .signUp
    policy = try reader.policy(
      else: services.name.policy(for: flow), in: context.folder, context.readFile)
    policyFile = reader.policyFile(in: context.folder)
    timeout = try reader.value(.timeout, parse: SettingReader.duration) ?? .seconds(10)
    color = try reader.value(.color, parse: SettingReader.choice) ?? .auto
    plain = try reader.value(.plain, parse: SettingReader.flag) ?? false
    yes = try reader.value(.yes, parse: SettingReader.flag) ?? false
    unattended = try reader.value(.unattended, parse: SettingReader.flag) ?? false
    repeats = try reader.value(.repeats, parse: SettingReader.flag) ?? false
    checks = try reader.value(.check, parse: SettingReader.flag) ?? false
    restricted = try reader.value(.restricted, parse: SettingReader.flag) ?? false
    if restricted && choice == nil { throw Self.noServiceForStrangers }
    record = try reader.value(.record, parse: SettingReader.path)
    format = try reader.value(.format, parse: SettingReader.choice)
    world = try reader.world(freshSeed: context.freshSeed)
  }

  /// The path of the policy's file as it was given; `nil` for a built-in policy.
  package var policyPath: String? { policyFile == nil ? nil : raw[.policy]?.text }

  /// The system's configuration file, which belongs to the operator.
  package static let systemFile = "/etc/signup-bot/config.json"

  /// A stranger would believe the mock's claim that an account was created.
  private static var noServiceForStrangers: SettingError {
    SettingError(
      key: SettingKey.accounts.rawValue, source: .commandLine,
      why: "must be given in the restricted mode, here or as \"accounts\" in \(systemFile):"
        + " no one is signed up without the operator's choice of a service",
      isFileUnusable: true)
  }

  /// Returns the settings for a conversation in a run of many. Each conversation has its own seed,
  /// so that it can be reproduced alone and the mock's luck differs.
  ///
  /// - Parameter conversations: the number of conversations before this one.
  package func after(_ conversations: UInt64) -> Settings {
    var result = self
    result.world.seed &+= conversations
    if conversations > 0 { result.raw.replace(.seed, by: String(result.world.seed)) }
    return result
  }

  /// The settings of a conversation in which no one is there to choose.
  package var withoutChoices: Settings {
    var result = self
    result.unattended = true
    result.raw.set(.unattended, to: "true")
    return result
  }

  /// The settings that a transcript contains: those that were given, and those that are needed to
  /// reproduce the conversation.
  package var forTranscripts: [(key: String, value: String)] {
    SettingKey.allCases.compactMap { key in
      guard key.isForTranscripts else { return nil }
      // The store's path is private, and no transcript may choose one.
      if key == .sqlitePath, services.sqlitePath != ServiceSettings.inMemory { return nil }
      if key == .accounts { return (key.rawValue, services.name.rawValue) }
      if key == .policy, let record, let policyFile, !policyFile.hasPrefix("/") {
        // It is read from the recording's folder when the recording is replayed.
        return (key.rawValue, Path.relative(policyFile, to: Path.folder(of: record)))
      }
      if let given = raw[key] { return (key.rawValue, given.text) }
      if key == .seed { return (key.rawValue, String(world.seed)) }
      return key == .locale ? (key.rawValue, catalogue.locale) : nil
    }
  }

  /// Returns the lines to write before a transcript's conversation: its own lines, with the values
  /// that the command line changes, and additional lines for settings that come from elsewhere.
  /// `nil` if the transcript's own lines need no change.
  package func header(of script: Script) -> [OutputLine]? {
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
    var lines = script.header.map { OutputLine($0) }
    for (line, change) in changes { lines[line - script.firstLine] = change }
    lines.insert(
      contentsOf: missing.map { OutputLine(.setting(key: $0.key, value: $0.value)) },
      at: script.settingsEnd)
    return lines
  }

  /// Returns an error that names a setting and its source, or the command line if the setting was
  /// not given.
  package func error(
    _ key: SettingKey, _ why: String, isFileUnusable: Bool = false
  ) -> SettingError {
    let given = raw[key] ?? RawSettings.Given(key: key, text: "", source: .commandLine)
    return given.error(why, isFileUnusable: isFileUnusable)
  }

  /// Whether a transcript must contain a setting to be reproducible: its seed, its language, and
  /// its service if something other than the transcript selected it.
  private func mustBeSaid(_ name: String) -> Bool {
    switch SettingKey(rawValue: name) {
    case nil: return false
    case .seed?, .locale?: return true
    case .accounts?:
      guard let choice else { return false }
      if case .transcript = choice.given.source { return false }
      return true
    case let key?: return raw[key] != nil
    }
  }
}
