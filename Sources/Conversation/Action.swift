/// An action that a choice offers.
package enum Action: Hashable, Sendable {
  case retry
  case edit
  case editField(Field)
  case restart
  case quit

  package var label: MessageKey {
    switch self {
    case .retry: .actionRetry
    case .edit: .actionEdit
    case .editField(let field): field.label
    case .restart: .actionRestart
    case .quit: .actionQuit
    }
  }
}
