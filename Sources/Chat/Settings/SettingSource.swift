/// The source of a setting.
package enum SettingSource: Equatable, Sendable {
  case commandLine
  case transcript(line: Int)
  case environment
  case file(String)

  /// Returns how a message names a setting that comes from this source.
  func name(of key: SettingKey) -> String {
    switch self {
    case .commandLine: "--" + key.rawValue
    case .transcript: "@ " + key.rawValue
    case .environment: key.environmentName
    case .file(let path): "\(key.rawValue) in \(path)"
    }
  }
}
