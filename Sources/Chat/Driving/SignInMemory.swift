import Accounts
import Conversation

/// Remembers across conversations who signed in.
package protocol SignInMemory: Sendable {
  /// What it can remember.
  var kind: ConversationOptions.Remembering { get }
  /// The username to suggest as the answer, or `nil` if there is none.
  var username: Username? { get }
  /// Remembers a user who has just signed in.
  ///
  /// - Returns: Whether that succeeded.
  func keep(_ username: Username, signedInTo accounts: any AccountService) async -> Bool
}
