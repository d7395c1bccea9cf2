import Conversation

/// The input and output of a conversation: a terminal, a pipe or a script.
///
/// All methods are called from one thread, which they may block.
package protocol Frontend: AnyObject {
  /// Shows one utterance of the bot.
  func show(_ utterance: Utterance) throws

  /// Asks a question and waits for the answer.
  ///
  /// - Parameter talk: The current state, for frontends that record, and the verdicts on what is
  ///   being typed. Valid until this method returns.
  func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event

  /// Waits while the service works.
  ///
  /// - Returns: The mailbox's next event, or an event of the frontend's own that came earlier.
  func wait(for mailbox: Mailbox) throws -> Event

  /// Called after all effects of an event have been performed, before `ask`, `wait` or `finish`.
  ///
  /// For frontends that show the outputs, or that have events of their own when no question is
  /// open.
  func settled(_ talk: LiveTalk, _ mailbox: Mailbox) throws

  /// Opens a page.
  ///
  /// - Returns: `false` if nothing can open it.
  func open(_ link: String) -> Bool

  /// Called once, as the last call.
  func finish(_ outcome: Outcome) throws

  /// Called after each delivery to the mailbox, from any thread.
  var onDelivery: @Sendable () -> Void { get }
}

extension Vocabulary {
  /// Whether a line may be given at a secret question in ordinary memory, because it can't be a
  /// secret: an exact command, or an empty line.
  func isCommandOrNothing(_ line: String) -> Bool {
    line.isEmpty || line.hasPrefix("/") && command(String(line.dropFirst())) != nil
  }
}

extension Frontend {
  package func wait(for mailbox: Mailbox) throws -> Event { mailbox.next() }

  package func settled(_ talk: LiveTalk, _ mailbox: Mailbox) {}

  package func open(_ link: String) -> Bool { false }

  package var onDelivery: @Sendable () -> Void { {} }
}
