import Conversation

/// Who types and who draws: a terminal, a pipe, a script. The conversation is the same for all.
package protocol Frontend: AnyObject {
  /// Shows one thing that the bot says.
  func show(_ utterance: Utterance) async throws

  /// Puts a question and waits for what comes of it.
  ///
  /// - Parameter talk: the conversation as it stands, for frontends that record, and the verdicts on what is
  ///   typed, until this returns.
  func ask(_ prompt: Prompt, in talk: LiveTalk) async throws -> Event

  /// Waits while the service works; returns the mailbox's next event, or what came before it.
  func wait(for mailbox: Mailbox) async throws -> Event

  /// Called when all that an event led to has been performed, before `ask`, `wait` or `finish`. For
  /// frontends that show the outputs, or that have events of their own while nothing is asked.
  func settled(_ talk: LiveTalk, _ mailbox: Mailbox) async throws

  /// Opens a page; false where nothing can open it.
  func open(_ link: String) async -> Bool

  /// Called once, last.
  func finish(_ outcome: Outcome) async throws

  /// Called after each delivery to the mailbox, from any thread.
  var onDelivery: @Sendable () -> Void { get }

  /// The frontend itself, where it waits for nobody and has nothing to settle; nil otherwise.
  var instant: (any InstantFrontend)? { get }
}

/// The same calls where they wait for nobody: a change of executors at each of them would cost more than the
/// whole conversation does.
package protocol InstantFrontend: AnyObject {
  func show(_ utterance: Utterance) throws
  func ask(_ prompt: Prompt, in talk: LiveTalk) throws -> Event
  func finish(_ outcome: Outcome) throws
}

extension Frontend {
  package var instant: (any InstantFrontend)? { nil }

  package var onDelivery: @Sendable () -> Void { {} }

  // Not async, because even what waits for nothing then changes executors.
  package func settled(_ talk: LiveTalk, _ mailbox: Mailbox) {}
}
