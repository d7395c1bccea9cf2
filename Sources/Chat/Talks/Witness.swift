import Conversation

/// Tells the report what a conversation has brought about but not said yet, so that it isn't lost if
/// the program ends in between. All calls come from the driver's thread.
package final class Witness {
  /// Writes what the conversation has said so far.
  private let flush: () throws -> Void
  private var consequence = Consequence.nothing
  private var isTold = true

  init(flush: @escaping () throws -> Void = {}) {
    self.flush = flush
  }

  /// Called before the service is asked to sign up, and before anything is said of the result.
  func note(_ now: Consequence) {
    if now == consequence { return }
    consequence = now
    isTold = now == .nothing
    StopReport.shared.noted(now)
  }

  /// Called when the conversation has said what it has to say.
  func tell() throws {
    if isTold { return }
    if case .signingUp = consequence { return }
    try flush()
    StopReport.shared.told()
    isTold = true
  }
}
