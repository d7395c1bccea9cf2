import ArgumentParser
import Chat

extension Option where Value == String? {
  /// An option that is defined in the table of settings. The property must have the option's name,
  /// in camel case.
  ///
  /// - Parameter help: the help for a command in which the option has less effect; `nil` for the
  ///   table's.
  init(_ key: SettingKey, help: ArgumentHelp? = nil) {
    self.init(
      name: .customLong(key.rawValue), help: help ?? key.help, completion: key.completionKind)
  }
}

extension Option where Value == [String] {
  /// An option that is defined in the table of settings and may be given more than once.
  init(wrappedValue: [String], _ key: SettingKey) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(key.rawValue), help: key.help,
      completion: key.completionKind)
  }
}

extension Flag where Value == Bool {
  /// A flag that is defined in the table of settings.
  ///
  /// - Parameter help: the help for a command in which the flag has less effect; `nil` for the
  ///   table's.
  init(wrappedValue: Bool, _ key: SettingKey, help: ArgumentHelp? = nil) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(key.rawValue), help: help ?? key.help)
  }
}

extension SettingKey {
  fileprivate var help: ArgumentHelp {
    ArgumentHelp(definition.help, valueName: definition.valueName)
  }

  fileprivate var completionKind: CompletionKind? {
    switch definition.completion {
    case .none: nil
    case .file: .file()
    case .policy: .custom { _, _, prefix in PolicyCommand.completions(of: prefix) }
    case .words(let words): .list(words)
    }
  }
}

extension ParsableArguments {
  /// The settings on the command line, as text. `Settings` parses them, so that an error has the
  /// same wording for every source.
  var settings: RawSettings {
    var raw = RawSettings()
    if Restriction.isOn { raw.add(.restricted, "true", from: .commandLine) }
    addOptions(to: &raw)
    return raw
  }

  fileprivate func addOptions(to raw: inout RawSettings) {
    for (label, value) in Mirror(reflecting: self).children {
      switch value {
      case let group as any SettingGroup: group.addOptions(to: &raw)
      case let option as Option<String?>: raw.add(label, option.wrappedValue)
      case let flag as Flag<Bool>: raw.add(label, flag.wrappedValue ? "true" : nil)
      case let list as Option<[String]>:
        raw.add(label, list.wrappedValue.isEmpty ? nil : list.wrappedValue.joined(separator: "\n"))
      default: break
      }
    }
  }
}

extension RawSettings {
  /// - Parameter label: the label of a property wrapper, such as `_mockTaken`. Options that are not
  ///   in the table are ignored, such as those of `accounts list`.
  fileprivate mutating func add(_ label: String?, _ text: String?) {
    guard let text, let label else { return }
    var name = ""
    for character in label.dropFirst() {
      name += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
    if let key = SettingKey(rawValue: name) { add(key, text, from: .commandLine) }
  }
}

private protocol SettingGroup {
  func addOptions(to raw: inout RawSettings)
}

extension OptionGroup: SettingGroup {
  fileprivate func addOptions(to raw: inout RawSettings) { wrappedValue.addOptions(to: &raw) }
}
