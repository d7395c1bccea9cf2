import Accounts

/// A question with everything that a frontend needs to ask it.
package struct Prompt: Equatable, Sendable {
  package let question: Question
  package let message: Message
  /// What was half typed when the question was left; `nil` if nothing was.
  package let initial: Entry?
  /// The wait before the service checks another sign-in; `nil` if there is none.
  package let pause: Pause?
}

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
