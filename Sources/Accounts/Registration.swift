import Secrets

/// What a sign-up passes to the service.
package struct Registration: Equatable, Sendable {
  package let username: Username
  package let password: Secret
  /// The answers to the operator's own questions that were given, in the order of the questions.
  package let answers: [Answer]

  package init(username: Username, password: Secret, answers: [Answer] = []) {
    self.username = username
    self.password = password
    self.answers = answers
  }
}
