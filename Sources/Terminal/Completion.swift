import Text

/// What Tab does.
enum Completion: Equatable {
  /// Nothing begins like this.
  case none
  /// The rest of the only match, or of what all matches have in common.
  case insert(String)
  /// The matches, to choose from.
  case list([String])

  /// - Parameter typed: the line up to the cursor, as a whole.
  init(of typed: String, among words: [String]) {
    let matches = words.filter { $0.unicodeScalars.starts(with: typed.unicodeScalars) }
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

  /// The words in columns, read line by line, no line wider than the terminal.
  /// - Parameter width: columns.
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
