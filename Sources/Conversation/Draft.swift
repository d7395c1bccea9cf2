import Accounts
import Secrets

/// The accepted answers. Secrets are references, so undo and redo don't copy them.
package struct Draft: Equatable, Sendable {
  package internal(set) var username: Username?
  package internal(set) var password: Secret?
  package internal(set) var repeated: Secret?

  package init() {}

  package var isEmpty: Bool { self == Draft() }

  func has(_ field: Field) -> Bool {
    switch field {
    case .username: username != nil
    case .password: password != nil
    case .repeated: repeated != nil
    }
  }
}
