import Secrets

/// What a server says, as far as people may read it.
///
/// A server that was sent a password or a token may say it again, as it is or in an encoding that no list
/// of encodings has. So it is the other way round: shown are the words that servers commonly give reasons in (see
/// `ServerVocabulary`), and a few short numbers. All else stands as an ellipsis. Words in which a secret is found
/// nevertheless, such as a passphrase of common words, are not shown at all.
package enum ServerWords {
  /// Characters that are shown.
  package static let limit = 200
  /// Fewer words say nothing.
  private static let fewest = 2
  /// More numbers, or longer ones, could tell something in a code of numbers.
  private static let mostNumbers = 2
  /// In one of them, such as `2.0`.
  private static let mostDigits = 3
  /// Bytes of a token that would tell something of it: it is random, and long.
  package static let tokenPart = 8

  /// The words to show; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - password: what was sent; `nil` if none was. No part of it is shown.
  ///   - token: what was sent as well; `nil` if none was.
  package static func shown(
    of text: String, password: Secret?, token: Secret? = nil
  ) -> String? {
    // What a person doesn't get to read needs no looking through.
    let text = String(text.prefix(2000))
    if password?.isShown(in: text) == true { return nil }
    if token?.isShown(in: text, part: tokenPart) == true { return nil }
    var numbers = 0
    var words = 0
    var shown: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      switch kind(of: word) {
      case .plain(let count, let hasNumber) where !hasNumber || numbers < mostNumbers:
        words += count
        numbers += hasNumber ? 1 : 0
        shown.append(String(word))
      case .plain, .other:
        if shown.last != "…" { shown.append("…") }
      }
    }
    guard words >= fewest else { return nil }
    let line = shown.joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }

  private enum Kind {
    /// Words of the vocabulary, so many of them.
    case plain(Int, hasNumber: Bool)
    case other
  }

  /// - Parameter word: without blanks, such as `password,` or `name.familyName`.
  private static func kind(of word: Substring) -> Kind {
    let pieces = word.split { $0.isASCII && !$0.isLetter && !$0.isNumber }
    let marks = word.filter { $0.isASCII && !$0.isLetter && !$0.isNumber }
    // Marks could be a code as well. An attribute with its schema's name has a dozen of them.
    guard marks.allSatisfy({ ".,:;!?'\"()[]-/_".contains($0) }), marks.count <= 3 + pieces.count
    else { return .other }
    let numbers = pieces.filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    let words = pieces.count { ServerVocabulary.contains($0) }
    let digits = numbers.reduce(0) { $0 + $1.utf8.count }
    guard words + numbers.count == pieces.count, digits <= mostDigits else { return .other }
    return .plain(words, hasNumber: digits > 0)
  }
}
