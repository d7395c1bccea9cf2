/// How many insertions, removals and replacements make one sequence of the other (Levenshtein).
///
/// The second is only iterated, never copied, so that it may be a secret's text.
/// O(first × second) time, O(first) memory.
package func editDistance<Second: Sequence>(
  _ first: [Second.Element], _ second: Second
) -> Int where Second.Element: Equatable {
  var row = Array(0...first.count)
  for element in second {
    var diagonal = row[0]
    row[0] += 1
    for index in first.indices {
      let above = row[index + 1]
      let replaced = diagonal + (first[index] == element ? 0 : 1)
      row[index + 1] = min(replaced, above + 1, row[index] + 1)
      diagonal = above
    }
  }
  return row[first.count]
}
