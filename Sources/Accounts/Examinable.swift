/// A service that the operator can check.
package protocol Examinable: Sendable {
  /// Checks everything that the service needs, one thing after another. A check may create an
  /// account, and then removes it again. Takes seconds.
  func checkup() async -> [Finding]
}
