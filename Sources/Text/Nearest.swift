/// Returns the known word that is nearest to a given one, for "did you mean …?". Case is ignored,
/// and `-` and `_` count as the same. O(known × length²).
///
/// - Parameters:
///   - word: The given word. Only its first 64 characters are compared.
///   - known: The words to choose from.
///   - most: The greatest distance that still counts as near, in edits; `nil` for any.
/// - Returns: The first of the nearest words, or `nil` if none is near enough.
package func nearest(
  to word: some StringProtocol, among known: some Sequence<String>, within most: Int? = nil
) -> String? {
  let given = folded(word.prefix(64))
  var best: (word: String, distance: Int)?
  for candidate in known {
    let distance = editDistance(folded(candidate), given)
    if distance < best?.distance ?? (most.map { $0 + 1 } ?? Int.max) {
      best = (candidate, distance)
    }
  }
  return best?.word
}

private func folded(_ word: some StringProtocol) -> [Character] {
  word.lowercased().map { $0 == "_" ? "-" : $0 }
}
