/// Wraps a text to a number of columns by replacing spaces with newlines. A word that fits on a row
/// of its own is never broken. Colours (`ESC [ … m`) take up no columns. A word with wide
/// characters is left to the terminal to wrap, because a row may end between any two of them.
package func folded(_ text: String, columns: Int) -> String {
  guard columns > 0, text.utf8.count > columns else { return text }
  var result = ""
  var column = 0
  for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
    let (width, isBreakable) = extent(of: word)
    if index > 0 {
      let folds = column > 0 && !isBreakable && width > 0 && column + 1 + width > columns
      result += folds ? "\n" : " "
      column = folds ? 0 : column + 1
    }
    result += word
    column += width
    if column > columns { column %= columns }
  }
  return result
}

private func extent(of word: Substring) -> (width: Int, isBreakable: Bool) {
  var width = 0
  var isBreakable = false
  var isEscape = false
  for scalar in word.unicodeScalars {
    if isEscape {
      isEscape = scalar != "m"
    } else if scalar == "\u{1B}" {
      isEscape = true
    } else {
      let columns = displayWidth(of: scalar) ?? 0
      width += columns
      if columns == 2 { isBreakable = true }
    }
  }
  return (width, isBreakable)
}
