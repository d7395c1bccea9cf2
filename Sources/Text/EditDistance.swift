/// Returns the number of insertions, removals and replacements that turn one sequence into the
/// other (Levenshtein distance). O(limit × second) time, O(first) memory.
///
/// The second sequence is only iterated, never copied, so it can be the text of a secret.
///
/// - Parameter limit: The greatest distance of interest. If the distance is greater, the result is
///   some number above the limit.
package func editDistance<Second: Sequence>(
  _ first: [Second.Element], _ second: Second, limit: Int = .max
) -> Int where Second.Element: Equatable {
  // A path through a cell that is further from the diagonal than the limit has more edits than the
  // limit.
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
