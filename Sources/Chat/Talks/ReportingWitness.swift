import Conversation

/// The witness of a conversation, for the report.
struct ReportingWitness: Witness {
  /// Writes what the conversation has said so far.
  let flush: () throws -> Void

  func noted(_ consequence: Consequence) {
    StopReport.shared.noted(consequence)
  }

  func told() throws {
    try flush()
    StopReport.shared.told()
  }
}
