/// An output was about to contain a secret. The error says which output, and never the secret.
package struct SecretLeak: Error, Equatable, Sendable {
  /// The name of the output to show to the user, such as "stdout".
  package let output: String

  package init(output: String) {
    self.output = output
  }
}
