import Accounts
import Synchronization
import Text
import Transcripts

/// Settings that were read, shared by the transcripts that have them.
package final class ReadSettings: Sendable {
  package let settings: Settings
  /// The transcript's lines before the conversation, as they are to be written; nil where they are to stay as
  /// they are.
  let header: [OutputLine]?

  init(_ settings: Settings, of script: Script) {
    self.settings = settings
    header = settings.header(of: script)
  }
}

/// The settings that were read last: most transcripts of a suite begin with the same lines.
package final class SettingsMemo: Sendable {
  private struct Entry {
    let header: [UInt8]
    let firstLine: Int
    let folder: String?
    let read: ReadSettings
  }

  private let last = Mutex<Entry?>(nil)

  package init() {}

  /// The settings that a transcript's own ones lead to.
  ///
  /// - Parameters:
  ///   - folder: where the files are that the transcript names.
  ///   - read: reads them, where the transcript before had another header or folder. Apart from these, what
  ///     it goes by must be the same for all transcripts.
  func settings(
    of script: Script, in folder: String?, else read: () throws(SettingError) -> Settings
  ) throws(SettingError) -> ReadSettings {
    let known = last.withLock { last -> ReadSettings? in
      guard let last, last.firstLine == script.firstLine, last.folder == folder,
        script.withHeader({ last.header.isSame(as: $0) })
      else { return nil }
      return last.read
    }
    if let known { return known }
    let fresh = ReadSettings(try read(), of: script)
    last.withLock {
      $0 = Entry(
        header: script.withHeader { Array($0) }, firstLine: script.firstLine, folder: folder,
        read: fresh)
    }
    return fresh
  }
}
