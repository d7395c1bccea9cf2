import Accounts
import Text

/// The settings as unparsed text, each from the strongest source that contains it.
package struct RawSettings: Sendable {
  package struct Given: Equatable, Sendable {
    let key: SettingKey
    let text: String
    let source: SettingSource

    /// The error for a text that can't be used.
    func error(_ why: String, isFileUnusable: Bool = false) -> SettingError {
      SettingError(
        key: key.rawValue, source: source, why: why, isFileUnusable: isFileUnusable)
    }
  }

  /// The settings, those of the strongest source first.
  private(set) var inOrder: [Given] = []

  package init() {}

  package subscript(key: SettingKey) -> Given? { inOrder.first { $0.key == key } }

  /// Adds a setting, unless a stronger source has set it already. Add the sources in this order:
  /// the command line, the transcript, the environment, the files.
  package mutating func add(_ key: SettingKey, _ text: String, from source: SettingSource) {
    add(Given(key: key, text: text, source: source))
  }

  /// Adds settings of weaker sources, except those that are already set.
  package mutating func add(_ others: RawSettings) {
    for setting in others.inOrder { add(setting) }
  }

  private mutating func add(_ setting: Given) {
    if self[setting.key] == nil { inOrder.append(setting) }
  }

  /// Sets a value that overrides all sources.
  mutating func set(_ key: SettingKey, to text: String) {
    inOrder.removeAll { $0.key == key }
    add(key, text, from: .commandLine)
  }

  /// Replaces the value of a setting but keeps its source. Does nothing if the setting is not set.
  mutating func replace(_ key: SettingKey, by text: String) {
    guard let index = inOrder.firstIndex(where: { $0.key == key }) else { return }
    inOrder[index] = Given(key: key, text: text, source: inOrder[index].source)
  }

  /// Whether the restricted mode is requested. A value other than true and false is not reported
  /// here; `Settings` throws an error for it.
  package var isRestricted: Bool {
    guard let given = self[.restricted], case .value(let isOn) = SettingReader.flag(given.text)
    else { return false }
    return isOn
  }

  /// Whether a stranger's transcript may contain a setting: it concerns only the stranger, or the
  /// operator has chosen the same value. The latter allows a transcript that the program printed,
  /// which repeats the operator's settings.
  private func isForStrangers(_ key: SettingKey, _ text: String) -> Bool {
    switch (key, self[key]?.text) {
    case _ where key.definition.transcripts == .all: true
    case (.accounts, _): text == (try? ServiceChoice(self))?.name.rawValue
    case (_, let given?): given == text
    case (_, nil): false
    }
  }

  /// Adds the environment variables that are set and not empty.
  ///
  /// - Throws: an error for a variable that looks like an option but is none. It would otherwise be
  ///   ignored silently.
  package mutating func add(environment: [String: String]) throws(SettingError) {
    var known = Set(Self.otherVariables)
    for key in SettingKey.allCases {
      let name = key.environmentName
      known.insert(name)
      guard let text = environment[name], !text.isEmpty else { continue }
      add(key, text, from: .environment)
    }
    let unknown = environment.filter { name, text in
      name.hasPrefix(SettingKey.environmentPrefix) && !known.contains(name) && !text.isEmpty
    }
    if let name = unknown.keys.min() { throw Self.unknown(name, from: .environment) }
  }

  /// Adds the settings of a transcript's `@` lines.
  ///
  /// - Throws: an error for an unknown option, one that a transcript may not set, or one that is
  ///   set twice.
  package mutating func add(
    transcript settings: [(key: String, value: String, line: Int)]
  ) throws(SettingError) {
    for (index, (name, value, line)) in settings.enumerated() {
      let source = SettingSource.transcript(line: line)
      guard let key = SettingKey(rawValue: name) else {
        throw Self.unknown(name, from: source)
      }
      let setting = Given(key: key, text: value, source: source)
      guard key.isForTranscripts else { throw setting.error("can't be set by a transcript") }
      guard !isRestricted || isForStrangers(key, value) else {
        throw setting.error("can't be set by a transcript in the restricted mode")
      }
      guard !settings[..<index].contains(where: { $0.key == name }) else {
        throw setting.error("is set twice")
      }
      add(setting)
    }
  }

  package mutating func add(
    file values: [String: String], path: String
  ) throws(SettingError) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let key = SettingKey(rawValue: name) else {
        throw Self.unknown(name, from: .file(path))
      }
      add(key, value, from: .file(path))
    }
  }

  /// The keys of `@` lines that are not options.
  private static let wordsOfTranscripts = ["transcript", "secret", "expect-failure"]

  /// The variables that are not options. Secrets are never options.
  private static let otherVariables = ["SIGNUP_BOT_SCIM_TOKEN"]

  private static func unknown(_ name: String, from source: SettingSource) -> SettingError {
    let hint =
      switch source {
      case .commandLine, .file: suggestion(for: name, among: SettingKey.allCases.map(\.rawValue))
      case .transcript:
        suggestion(
          for: name,
          among: SettingKey.allCases.filter(\.isForTranscripts).map(\.rawValue) + wordsOfTranscripts
        )
      case .environment:
        // What all of them begin with says nothing about how near they are.
        nearest(
          to: name.dropFirst(SettingKey.environmentPrefix.count),
          among: (SettingKey.allCases.map(\.environmentName) + otherVariables)
            .map { String($0.dropFirst(SettingKey.environmentPrefix.count)) }
        ).map { "; did you mean \(SettingKey.environmentPrefix)\($0)?" } ?? ""
      }
    return SettingError(key: name, source: source, why: "is not an option" + hint)
  }
}
