import Conversation

/// Who types and who draws: a terminal, a pipe, a script. The conversation is the same for all. All calls come
/// from one thread, which they may block.
package protocol Frontend: AnyObject {
  /// Shows one thing that the bot says.
  func show(_ utterance: Utterance) throws

  /// Asks a question and waits for what comes of it.
  ///
  /// - Parameter talk: the conversation as it stands, for frontends that record, and the verdicts on what is
  ///   typed, until this returns.
  func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event

  /// Waits while the service works; returns the mailbox's next event, or what came before it.
  func wait(for mailbox: Mailbox) throws -> Event

  /// Called when all that an event led to has been performed, before `ask`, `wait` or `finish`. For
  /// frontends that show the outputs, or that have events of their own while nothing is asked.
  func settled(_ talk: LiveTalk, _ mailbox: Mailbox) throws

  /// Opens a page; false if nothing can open it.
  func open(_ link: String) -> Bool

  /// Called once, last.
  func finish(_ outcome: Outcome) throws

  /// Called after each delivery to the mailbox, from any thread.
  var onDelivery: @Sendable () -> Void { get }
}

extension Frontend {
  package func wait(for mailbox: Mailbox) throws -> Event { mailbox.next() }

  package func settled(_ talk: LiveTalk, _ mailbox: Mailbox) {}

  package func open(_ link: String) -> Bool { false }

  package var onDelivery: @Sendable () -> Void { {} }
}
