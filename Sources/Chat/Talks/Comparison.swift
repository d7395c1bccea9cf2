/// The result of comparing a transcript with its conversation.
package struct Comparison: Sendable {
  /// Whether the result is the one that the transcript's settings announce.
  package let isExpected: Bool
  /// What stderr says of it, or `nil` if there is nothing to say.
  package let headline: String?
  /// Further lines, which are safe to show.
  package let details: [String]

  package init(isExpected: Bool, headline: String?, details: [String]) {
    (self.isExpected, self.headline, self.details) = (isExpected, headline, details)
  }
}

/// The error for `--check` with input that is not a transcript.
struct NothingToCompare: Error {}
