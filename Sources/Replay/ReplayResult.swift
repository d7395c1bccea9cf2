/// The result of replaying a transcript file.
package struct ReplayResult: Sendable {
  /// The path as it was found, for messages and for the command that replays the file.
  package let path: String
  package var verdict: ReplayVerdict
  /// The number of transcripts in the file; 0 if it can't be read.
  package let transcripts: Int
  /// The real time that the replay took.
  package var duration = Duration.zero
  /// What the file's transcripts reached; `nil` if this is not recorded, or if the file can't be
  /// read.
  package var reached: Reached?
  /// The change that makes the file agree; `nil` if none is needed, or if it can't be determined.
  package var update: Update?

  package init(path: String, verdict: ReplayVerdict, transcripts: Int) {
    self.path = path
    self.verdict = verdict
    self.transcripts = transcripts
  }
}

/// A file that differs: its contents, and those with which it agrees. Transcripts that are expected
/// to fail are unchanged.
package struct Update: Sendable {
  package let path: String
  let oldBytes: [UInt8]
  let newBytes: [UInt8]

  package var old: String { String(decoding: oldBytes, as: UTF8.self) }
  package var new: String { String(decoding: newBytes, as: UTF8.self) }
}
