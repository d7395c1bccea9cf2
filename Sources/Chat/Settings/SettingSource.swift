/// The source of a setting.
package enum SettingSource: Equatable, Sendable {
  case commandLine
  case transcript(line: Int)
  case environment
  case file(String)
}
