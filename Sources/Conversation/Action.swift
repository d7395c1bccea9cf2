import Accounts

/// An action that a choice offers.
package enum Action: Hashable, Sendable {
  case retry
  case edit
  case editField(Field)
  case restart
  case quit

  /// Returns what a choice calls the action.
  ///
  /// - Parameter policy: The policy that has the words for the operator's own fields.
  package func label(under policy: Policy) -> Message {
    switch self {
    case .retry: Message(.actionRetry)
    case .edit: Message(.actionEdit)
    case .editField(let field): policy.label(of: field)
    case .restart: Message(.actionRestart)
    case .quit: Message(.actionQuit)
    }
  }
}
