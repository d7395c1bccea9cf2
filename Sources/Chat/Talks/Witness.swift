import Conversation

/// Tells the report what a conversation has brought about but not said yet, so that it isn't lost if
/// the program ends in between. All calls come from the driver's thread.
package struct Witness {
  /// Writes what the conversation has said so far.
  var flush: () throws -> Void = {}

  /// Called before the service is asked to sign up, and before anything is said of the result.
  func note(_ consequence: Consequence) { StopReport.shared.note(consequence) }

  /// Called when the conversation has said what it has to say.
  func tell() throws {
    guard StopReport.shared.canBeTold else { return }
    try flush()
    StopReport.shared.told()
  }
}
