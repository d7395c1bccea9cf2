/// A service that can be examined by whoever runs it.
package protocol Examinable: Sendable {
  /// Looks at all that the service needs, one thing after the other. It may make an account, and removes it
  /// again. O(seconds).
  func checkup() async -> [Finding]
}

/// One thing that was looked at.
package struct Finding: Equatable, Sendable {
  package enum Level: String, Sendable {
    case ok, warning, error
  }

  package let level: Level
  /// What was looked at, such as "scim discovery".
  package let subject: String
  /// What was found.
  package let detail: String
  /// What to do about it; nil where there is nothing to do.
  package let advice: String?

  package init(_ level: Level, _ subject: String, _ detail: String, advice: String? = nil) {
    self.level = level
    self.subject = subject
    self.detail = detail
    self.advice = advice
  }
}
