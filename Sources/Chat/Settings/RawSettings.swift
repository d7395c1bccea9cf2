import Accounts
import Text

/// The settings as they were written, each with the place that won.
package struct RawSettings: Equatable, Sendable {
  package struct Value: Equatable, Sendable {
    package let text: String
    package let source: SettingSource
  }

  package typealias Pair = (key: SettingKey, value: Value)

  /// So few that a search costs less than a hash.
  private var pairs: [Pair] = []

  package init() {}

  package var values: [SettingKey: Value] {
    Dictionary(uniqueKeysWithValues: pairs.map { ($0.key, $0.value) })
  }

  /// Those of the strongest place first.
  var inOrder: [Pair] { pairs }

  package subscript(key: SettingKey) -> Value? {
    for index in pairs.indices where pairs[index].key == key { return pairs[index].value }
    return nil
  }

  package static func == (left: RawSettings, right: RawSettings) -> Bool {
    left.values == right.values
  }

  /// Takes a setting in, unless a place that wins over this one gave it. Places are taken in order:
  /// the command line, the transcript, the environment, the file.
  package mutating func add(_ key: SettingKey, _ text: String, from source: SettingSource) {
    add(key, Value(text: text, source: source))
  }

  /// Takes in what was gathered elsewhere, unless a place that wins over it gave it.
  package mutating func add(_ others: RawSettings) {
    for (key, value) in others.pairs { add(key, value) }
  }

  private mutating func add(_ key: SettingKey, _ value: Value) {
    if self[key] == nil { pairs.append((key, value)) }
  }

  /// Gives a setting a value that wins over whatever was given.
  mutating func set(_ key: SettingKey, to text: String) {
    pairs.removeAll { $0.key == key }
    add(key, text, from: .commandLine)
  }

  /// Gives a setting another value in the place where it was given; where it was not, nothing changes.
  mutating func replace(_ key: SettingKey, by text: String) {
    guard let index = pairs.firstIndex(where: { $0.key == key }) else { return }
    pairs[index].value = Value(text: text, source: pairs[index].value.source)
  }

  /// Whether the restricted mode is wanted. What is neither true nor false is an error of `Settings`.
  package var isRestricted: Bool {
    guard let given = self[.restricted], case .value(let isOn) = SettingReader.flag(given.text)
    else { return false }
    return isOn
  }

  /// Whether a stranger's transcript may say it: what concerns nobody but the stranger, and what the operator
  /// has said already, as the transcript that was printed repeats it.
  private func isForStrangers(_ key: SettingKey, _ text: String) -> Bool {
    switch (key, self[key]?.text) {
    case _ where key.definition.transcripts == .all: true
    case (.accounts, _): text == (try? ServiceChoice(self))?.name.rawValue
    case (_, let given?): given == text
    case (_, nil): false
    }
  }

  /// Takes in the variables that are set. One that looks like an option's and is none is an error: it would
  /// otherwise have no effect without a word.
  package mutating func add(environment: [String: String]) throws(SettingError) {
    var known = Set(Self.otherVariables)
    for key in SettingKey.allCases {
      let name = key.environmentName
      known.insert(name)
      guard let text = environment[name], !text.isEmpty else { continue }
      add(key, text, from: .environment)
    }
    let unknown = environment.filter { name, text in
      name.hasPrefix("SIGNUP_BOT_") && !known.contains(name) && !text.isEmpty
    }
    if let name = unknown.keys.min() { throw Self.unknown(name, from: .environment) }
  }

  /// Takes in a transcript's `@` lines. A key that it doesn't know or may not say is an error.
  package mutating func add(
    transcript settings: [(key: String, value: String, line: Int)]
  ) throws(SettingError) {
    for (index, (name, value, line)) in settings.enumerated() {
      let source = SettingSource.transcript(line: line)
      guard let key = SettingKey(rawValue: name) else {
        throw Self.unknown(name, from: source)
      }
      guard key.isForTranscripts else {
        throw SettingError(key: name, source: source, why: "can't be set by a transcript")
      }
      guard !isRestricted || isForStrangers(key, value) else {
        throw SettingError(
          key: name, source: source, why: "can't be set by a transcript in the restricted mode")
      }
      // A transcript has few, so that looking back costs less than a set.
      guard !settings[..<index].contains(where: { $0.key == name }) else {
        throw SettingError(key: name, source: source, why: "is set twice")
      }
      add(key, value, from: source)
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

  /// What `@` lines may say, in addition to options.
  private static let wordsOfTranscripts = ["transcript", "secret", "expect-failure"]

  /// Variables that are no options: secrets never are.
  private static let otherVariables = ["SIGNUP_BOT_SCIM_TOKEN"]

  private static func unknown(_ name: String, from source: SettingSource) -> SettingError {
    let known =
      switch source {
      case .commandLine, .file: SettingKey.allCases.map(\.rawValue)
      case .transcript:
        SettingKey.allCases.filter(\.isForTranscripts).map(\.rawValue) + wordsOfTranscripts
      case .environment: SettingKey.allCases.map(\.environmentName) + otherVariables
      }
    let hint = nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
    return SettingError(key: name, source: source, why: "is not an option" + hint)
  }
}
