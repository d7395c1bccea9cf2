import Accounts
import Synchronization
import Text
import Transcripts

/// Parsed settings, shared by the transcripts with the same header.
package final class ReadSettings: Sendable {
  package let settings: Settings
  /// The lines to write before the conversation; `nil` if the transcript's own lines need no
  /// change.
  let header: [OutputLine]?

  init(_ settings: Settings, of script: Script) {
    self.settings = settings
    header = settings.header(of: script)
  }
}

/// Caches the most recently read settings. Most transcripts of a suite begin with the same lines.
package final class SettingsMemo: Sendable {
  private struct Entry {
    let header: [UInt8]
    let firstLine: Int
    let folder: String?
    let read: ReadSettings
  }

  private let last = Mutex<Entry?>(nil)

  package init() {}

  /// Returns the settings for a transcript.
  ///
  /// - Parameters:
  ///   - folder: the folder that the transcript's relative paths start from.
  ///   - read: reads the settings if the previous transcript had a different header or folder.
  ///     Everything else that it depends on must be the same for all transcripts.
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
