/// How many insertions, removals and replacements make one sequence of the other (Levenshtein).
///
/// The second is only iterated, never copied, so that it may be a secret's text.
/// O(limit × second) time, O(first) memory.
///
/// - Parameter limit: the greatest distance of interest: a greater one may be given as any number above it.
package func editDistance<Second: Sequence>(
  _ first: [Second.Element], _ second: Second, limit: Int = .max
) -> Int where Second.Element: Equatable {
  // A path through a cell further from the diagonal than the limit has more edits than that.
  let reach = min(limit, first.count)
  var row = Array(0...first.count)
  var number = 0
  for element in second {
    number += 1
    let start = max(number - limit, 0)
    let end = min(number + reach, first.count)
    guard start <= end else { return limit + 1 }
    var diagonal: Int
    if start == 0 {
      diagonal = row[0]
      row[0] = number
    } else {
      diagonal = row[start - 1]
      row[start - 1] = limit + 1
    }
    for index in max(start, 1)..<max(end + 1, 1) {
      let above = row[index]
      let replaced = diagonal + (first[index - 1] == element ? 0 : 1)
      row[index] = min(replaced, above + 1, row[index - 1] + 1)
      diagonal = above
    }
  }
  return row[first.count]
}
