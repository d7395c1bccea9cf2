import Text

/// The effect of the Tab key.
enum Completion: Equatable {
  /// There is no match.
  case none
  /// Insert the rest of the only match, or of the common beginning of all matches.
  case insert(String)
  /// Show the matches.
  case list([String])

  /// - Parameters:
  ///   - typed: The whole line up to the cursor.
  ///   - words: The words to choose from.
  ///   - first: A word that is taken if it matches at all, or `nil` for none.
  init(of typed: String, among words: [String], first: String? = nil) {
    if let first, first.unicodeScalars.starts(with: typed.unicodeScalars) {
      self.init(of: typed, among: [first])
      return
    }
    var matches = words.filter { $0.unicodeScalars.starts(with: typed.unicodeScalars) }
    // On an empty line, the answers come first; a slash asks for the commands.
    let answers = matches.filter { $0.unicodeScalars.first != "/" }
    if typed.isEmpty, !answers.isEmpty { matches = answers }
    guard let first = matches.first else {
      self = .none
      return
    }
    var common = Array(first.unicodeScalars)
    for match in matches.dropFirst() {
      let same = zip(common, match.unicodeScalars).prefix { $0 == $1 }.count
      common.removeLast(common.count - same)
    }
    let rest = common.dropFirst(typed.unicodeScalars.count)
    if !rest.isEmpty {
      var text = ""
      text.unicodeScalars.append(contentsOf: rest)
      self = .insert(text)
    } else {
      self = matches.count == 1 ? .none : .list(matches)
    }
  }

  /// Returns the words as a table, filled row by row.
  ///
  /// - Parameter width: The number of columns that no row exceeds.
  static func table(_ words: [String], width: Int) -> String {
    let widest = (words.map { displayWidth(of: $0) }.max() ?? 0) + 2
    let perLine = max(1, (width - 1) / widest)
    var text = ""
    for (index, word) in words.enumerated() {
      let isLast = (index + 1) % perLine == 0 || index + 1 == words.count
      text += word
      text += isLast ? "\n" : String(repeating: " ", count: widest - displayWidth(of: word))
    }
    return text
  }
}
