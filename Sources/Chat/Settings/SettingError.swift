/// A setting that can't be used.
package struct SettingError: Error, Equatable, Sendable {
  package let key: String
  package let source: SettingSource
  package let why: String
  /// Whether the setting is valid, but the file that it names can't be used.
  package let isFileUnusable: Bool

  package init(key: String, source: SettingSource, why: String, isFileUnusable: Bool = false) {
    self.key = key
    self.source = source
    self.why = why
    self.isFileUnusable = isFileUnusable
  }
}
