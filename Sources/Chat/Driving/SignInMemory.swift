import Accounts
import Conversation

/// Keeps who signed in, outside of the conversation.
package protocol SignInMemory: Sendable {
  /// What it can keep.
  var kind: Terms.Remembering { get }
  /// Who is to be offered as the answer; nil for nobody.
  var username: Username? { get }
  /// Keeps somebody who has just signed in; false where that fails.
  func keep(_ username: Username, signedInTo accounts: any AccountService) async -> Bool
}
