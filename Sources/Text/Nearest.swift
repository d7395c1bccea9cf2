/// Returns the known word that is nearest to a given one, for "did you mean …?". Case is ignored,
/// and `-` and `_` count as the same. O(known × length²).
///
/// - Parameters:
///   - word: The given word. Only its first 64 characters are compared.
///   - known: The words to choose from.
///   - atAnyDistance: Whether even a word that has little in common with the given one is returned.
/// - Returns: The first of the nearest words, or `nil` if none is near enough to be a slip of the
///   fingers or of the memory.
package func nearest(
  to word: some StringProtocol, among known: some Sequence<String>, atAnyDistance: Bool = false
) -> String? {
  let given = folded(word.prefix(64))
  var best: (word: String, distance: Int)?
  for candidate in known {
    let letters = folded(candidate)
    let distance = slips(from: letters, to: given)
    let isNear = atAnyDistance || distance <= mostSlips(in: max(letters.count, given.count))
    if isNear, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// Returns the number of slips that still leave a word recognisable: a third of its letters, rounded
/// up, but always less than half of them.
private func mostSlips(in length: Int) -> Int { min((length + 2) / 3, max(length - 1, 0) / 2) }

/// Returns the number of slips that turn one word into another: letters that are missing, added or
/// replaced, and neighbours that have changed places (optimal string alignment). Passwords are
/// compared by `editDistance`, which copies nothing.
private func slips(from first: [Character], to second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...first.count)
  for (row, letter) in second.enumerated() {
    var current = [row + 1]
    for (column, other) in first.enumerated() {
      let replaced = last[column] + (letter == other ? 0 : 1)
      var best = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == first[column - 1], other == second[row - 1] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[first.count]
}

private func folded(_ word: some StringProtocol) -> [Character] {
  word.lowercased().map { $0 == "_" ? "-" : $0 }
}

/// Returns the known words, and which of them a given one may have been meant to be.
package func oneOf(_ known: some Collection<String>, not word: String) -> String {
  "one of " + known.joined(separator: ", ") + suggestion(for: word, among: known)
}

/// Returns "; did you mean …?" for a word that is not known, or "" if no known one is near.
package func suggestion(
  for word: some StringProtocol, among known: some Sequence<String>
) -> String {
  nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
}
