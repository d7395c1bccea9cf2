import Accounts
import Chat
import Glibc
import Runtime

extension Environment {
  /// Reads the settings that the command line and a transcript override: those of the environment,
  /// then those of the configuration files.
  static func fallbacks() throws(SettingError) -> RawSettings {
    let files = try configuration()
    // Begin the restriction before the environment is read, because it clears the environment.
    if files.isRestricted { Restriction.begin() }
    var raw = RawSettings()
    try raw.add(environment: environment)
    raw.add(files)
    return raw
  }

  /// The paths of the configuration files, the stronger one first: the user's own, then the
  /// system's. In the restricted mode only the system's.
  static var configurationPaths: [String] {
    [Restriction.isOn ? nil : ownConfigurationPath, Settings.systemFile].compactMap(\.self)
  }

  /// Reads the configuration files. If the system's file sets the restricted mode, the user's own
  /// file is ignored.
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

  /// Returns the contents of the user's own file; `nil` if there is none.
  private static func ownBytes(_ path: String) throws(SettingError) -> [UInt8]? {
    guard access(path, F_OK) == 0 else { return nil }
    switch InputFile.bytes(of: path) {
    case .success(let bytes): return bytes
    case .failure(let error):
      throw SettingError(
        key: "", source: .file(path), why: "can't be read: " + error.reason)
    }
  }

  /// Returns the contents of the system's file; `nil` if there is none.
  ///
  /// A user who may not read the file runs without it: the operator has closed it to them. If
  /// another user than root could have written the file, the program ends in every mode. The file
  /// may name the server to which passwords are sent, and without it the operator's settings would
  /// silently be missing.
  private static func systemBytes() throws(SettingError) -> [UInt8]? {
    let file = OperatorsFile(path: Settings.systemFile)
    if Restriction.isOn { return try file.bytes() }
    return access(file.path, R_OK) == 0 ? try file.bytes() : nil
  }
}
