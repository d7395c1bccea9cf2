import Accounts

/// A wait during which the service checks no sign-in.
package struct Pause: Equatable, Sendable {
  /// The refused call. Two refusals are two pauses, even of the same length.
  package let call: CheckID
  /// Counted from the refusal.
  package let length: Duration
  /// The question that started the sign-in.
  let question: Question
  /// `nil` if the pause applies to all names.
  let username: Username?
}
