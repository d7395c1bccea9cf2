import Conversation

/// Knows what a conversation has brought about but not said yet, so that it isn't lost if the program
/// ends in between. All calls come from the driver's thread.
package protocol Witness {
  /// Called before the service is asked to sign up, and before anything is said of the result.
  func noted(_ consequence: Consequence)

  /// Called when the conversation has said what it has to say of the consequence noted last. Throws if
  /// that can't be written.
  func told() throws
}
