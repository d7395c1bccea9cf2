import Accounts
import Synchronization

/// Settings that were read, shared by the transcripts that have them.
package final class ReadSettings: Sendable {
  package let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }
}

/// The settings that were read last: most transcripts of a suite say the same ones in the same lines.
package final class SettingsMemo: Sendable {
  private typealias Said = [(key: String, value: String, line: Int)]

  private let last = Mutex<(said: Said, read: ReadSettings)?>(nil)

  package init() {}

  /// The settings that a transcript's own ones lead to.
  ///
  /// - Parameter read: reads them, where the transcript before said other ones. It is to be the same for all
  ///   transcripts.
  func settings(
    for said: [(key: String, value: String, line: Int)],
    else read: () throws(SettingError) -> Settings
  ) throws(SettingError) -> ReadSettings {
    if let known = last.withLock({ $0.flatMap { Self.areSame($0.said, said) ? $0.read : nil } }) {
      return known
    }
    let fresh = ReadSettings(try read())
    last.withLock { $0 = (said, fresh) }
    return fresh
  }

  /// Byte for byte: texts that only look alike are read by themselves.
  private static func areSame(_ left: Said, _ right: Said) -> Bool {
    left.count == right.count
      && left.indices.allSatisfy { index in
        left[index].line == right[index].line
          && left[index].key.hasSameBytes(as: right[index].key)
          && left[index].value.hasSameBytes(as: right[index].value)
      }
  }
}
