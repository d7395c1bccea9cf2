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

/// The answer to a question of the operator's own.
package struct Answer: Hashable, Sendable {
  /// The name of the question.
  package let name: String
  /// The answer as it is kept: for a choice, its word.
  package let text: String

  package init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }
}
