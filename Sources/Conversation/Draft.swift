import Accounts
import Secrets

/// The accepted answers. Secrets are references, so undo and redo don't copy them.
package struct Draft: Equatable, Sendable {
  package internal(set) var username: Username?
  package internal(set) var password: Secret?
  package internal(set) var repeated: Secret?
  /// The answers to the operator's own questions, by name, as they are kept. "" if the user chose to
  /// give none.
  package internal(set) var answers: [String: String] = [:]

  package init() {}

  package var isEmpty: Bool { self == Draft() }

  func has(_ field: Field) -> Bool {
    switch field {
    case .username: username != nil
    case .password: password != nil
    case .repeated: repeated != nil
    case .own(let name): answers[name] != nil
    }
  }
}
