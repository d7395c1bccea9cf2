/// How the records of a conversation are printed.
package enum RecordFormat: String, Sendable, CaseIterable {
  /// A transcript.
  case text
  /// One JSON object per line. Its schema is `transcripts/schema/records.schema.json`.
  case jsonl
}
