import Chat
import Transcripts

/// Looks for the secrets of the conversation under way in all that the process writes beside the screen.
enum Watch {
  static let tripwire = Tripwire(keepsAll: false, shortest: 6) {
    [Catalogue.everyText, Tripwire.grammar, RecordPrinter.names].joined(separator: "\n")
  }

  /// Throws, and writes nothing, where a text betrays a secret.
  ///
  /// - Parameter output: where it was to go, as the user knows it.
  static func check(_ text: String, for output: String) throws(SecretLeak) {
    if tripwire.firstHit(in: text) != nil { throw SecretLeak(output: output) }
  }
}
