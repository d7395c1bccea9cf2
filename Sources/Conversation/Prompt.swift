/// A question with everything that a frontend needs to ask it.
package struct Prompt: Equatable, Sendable {
  package let question: Question
  package let message: Message
  /// What was half typed when the question was left; `nil` if nothing was.
  package let initial: Entry?
  /// The wait before the service checks another sign-in; `nil` if there is none.
  package let pause: Pause?
}
