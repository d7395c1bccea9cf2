/// How the records of a conversation are printed.
package enum RecordFormat: String, Sendable, CaseIterable {
  /// As a transcript.
  case text
  /// As one JSON object a line. Its schema is `transcripts/schema/records.schema.json`.
  case jsonl
}
