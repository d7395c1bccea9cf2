import Accounts
import Chat
import Glibc

extension Surroundings {
  /// Adds what the command line and a transcript win over: the environment, then the configuration files.
  static func addFallbacks(to raw: inout RawSettings) throws(SettingError) {
    let files = try configuration()
    // Before the environment is read: there is then nothing of it.
    if files.isRestricted { Restriction.begin() }
    try raw.add(environment: environment)
    raw.add(files)
  }

  /// The configuration files that are read, the stronger first: the user's own, then the system's. In the
  /// restricted mode there is the system's alone.
  static var configurationPaths: [String] {
    [Restriction.isOn ? nil : ownConfigurationPath, Settings.systemFile].compactMap(\.self)
  }

  /// Where the user's file would be; `nil` if the environment names no place.
  private static var ownConfigurationPath: String? {
    let folder = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return folder.map { $0 + "/signup-bot/config.json" }
  }

  /// What the configuration files say. A system's file that restricts rules out the user's own.
  private static func configuration() throws(SettingError) -> RawSettings {
    let system = try settings(try systemBytes(), in: Settings.systemFile)
    if system.isRestricted { Restriction.begin() }
    guard !Restriction.isOn, let path = ownConfigurationPath else { return system }
    var files = try settings(try ownBytes(path), in: path)
    files.add(system)
    return files
  }

  private static func settings(
    _ bytes: [UInt8]?, in path: String
  ) throws(SettingError) -> RawSettings {
    var raw = RawSettings()
    guard let bytes else { return raw }
    let values: [String: String]
    do throws(JSONFileError) {
      values = try [String: String](flatJSON: bytes)
    } catch {
      throw SettingError(key: error.key, source: .file(path), why: error.why)
    }
    try raw.add(file: values, path: path)
    return raw
  }

  /// The user's own file; `nil` if there is none.
  private static func ownBytes(_ path: String) throws(SettingError) -> [UInt8]? {
    guard access(path, F_OK) == 0 else { return nil }
    switch InputFile.bytes(of: path) {
    case .success(let bytes): return bytes
    case .failure(let error):
      throw SettingError(
        key: "", source: .file(path), why: "can't be read: " + error.reason)
    }
  }

  /// The system's file; `nil` if there is none.
  ///
  /// Whoever may not read it goes without: its operator has closed it to them. One that others than root may
  /// have written ends the program in every mode: it may name the server that passwords are sent to, and the
  /// settings that it should have would silently be missing.
  private static func systemBytes() throws(SettingError) -> [UInt8]? {
    let file = OperatorsFile(path: Settings.systemFile)
    if Restriction.isOn { return try file.bytes() }
    return access(file.path, R_OK) == 0 ? try file.bytes() : nil
  }
}
