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

/// The six outputs of the RxSwift sign-up example's view model.
package struct Outputs: Equatable, Sendable {
  package let validatedUsername: ValidationResult
  package let validatedPassword: ValidationResult
  package let validatedPasswordRepeated: ValidationResult
  /// All three are ok, and no sign-up is in progress.
  package let signupEnabled: Bool
  package let signingUp: Bool
  package let signedUp: Bool

  package subscript(field: Field) -> ValidationResult {
    switch field {
    case .username: validatedUsername
    case .password: validatedPassword
    case .repeated: validatedPasswordRepeated
    }
  }
}
