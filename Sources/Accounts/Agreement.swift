/// How far a repeated password that is being typed agrees with the password.
package enum Agreement: Equatable, Sendable {
  case nothingTyped
  /// The password begins with what was typed.
  case soFar
  case differs
  case whole
}
