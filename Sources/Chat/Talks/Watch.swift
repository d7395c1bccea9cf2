import Transcripts

/// Looks for the secrets of the current conversation in everything that the process writes, except
/// to the screen.
package enum Watch {
  package static let tripwire = Tripwire(keepsAll: false, shortest: 6) {
    [Catalogue.everyText, Tripwire.grammar].joined(separator: "\n")
  }

  /// Throws an error if a text contains a secret.
  ///
  /// - Parameter output: the name of the output in messages.
  package static func check(_ text: String, for output: String) throws(SecretLeak) {
    if tripwire.firstHit(in: text) != nil { throw SecretLeak(output: output) }
  }
}
