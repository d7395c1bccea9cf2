/// The result of one check.
package struct Finding: Equatable, Sendable {
  package enum Level: String, Sendable {
    case ok, warning, error
  }

  package let level: Level
  /// What was checked, such as "scim discovery".
  package let subject: String
  /// What was found.
  package let detail: String
  /// What to do about it; `nil` if there is nothing to do.
  package let advice: String?

  package init(_ level: Level, _ subject: String, _ detail: String, advice: String? = nil) {
    self.level = level
    self.subject = subject
    self.detail = detail
    self.advice = advice
  }
}

/// A service that the operator can check.
package protocol Examinable: Sendable {
  /// Checks everything that the service needs, one thing after another. A check may create an
  /// account, and then removes it again. Takes seconds.
  func checkup() async -> [Finding]
}
