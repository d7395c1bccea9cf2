/// A transcript file and its verdict.
package struct ReplayResult: Equatable, Sendable {
  /// The path as it was found, for messages and for the command that replays the file.
  package let path: String
  package let verdict: ReplayVerdict
  /// The number of transcripts in the file; 0 if it can't be read.
  package let transcripts: Int
  /// The real time that the replay took.
  package let duration: Duration

  package init(path: String, verdict: ReplayVerdict, transcripts: Int, duration: Duration) {
    self.path = path
    self.verdict = verdict
    self.transcripts = transcripts
    self.duration = duration
  }
}
