import Secrets

/// The part of a server's message that is safe to show.
///
/// A server may repeat the password or token that it was sent, as it is or in an encoding that no
/// list covers. So this is an allowlist: it passes the words that servers commonly use in their
/// reasons (see `ServerVocabulary`) and a few short numbers, and replaces everything else with an
/// ellipsis. A message in which a secret is found nevertheless, such as a passphrase of common
/// words, is not shown at all.
package enum ServerWords {
  /// The maximum length of the shown text, in characters.
  package static let limit = 200
  /// The least number of words that make a useful message.
  private static let fewest = 2
  /// The maximum count of numbers. More or longer ones could encode a secret.
  private static let mostNumbers = 2
  /// The maximum count of digits in a number such as `2.0`.
  private static let mostDigits = 3
  /// The number of consecutive bytes that count as a part of a token, which is random and long.
  package static let tokenPart = 8

  /// Returns the words to show, or `nil` if there are none.
  ///
  /// - Parameters:
  ///   - password: The password that was sent, or `nil` if none was. No part of it is shown.
  ///   - token: The token that was sent, or `nil` if none was.
  package static func shown(
    of text: String, password: Secret?, token: Secret? = nil
  ) -> String? {
    // The rest would not be shown anyway.
    let text = String(text.prefix(2000))
    if password?.isShown(in: text) == true { return nil }
    if token?.isShown(in: text, part: tokenPart) == true { return nil }
    var numbers = 0
    var words = 0
    var shown: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let found = contents(of: word), !found.hasNumber || numbers < mostNumbers {
        words += found.words
        numbers += found.hasNumber ? 1 : 0
        shown.append(String(word))
      } else if shown.last != "…" {
        shown.append("…")
      }
    }
    guard words >= fewest else { return nil }
    let line = shown.joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }

  /// Counts the words, which are all in the vocabulary; `nil` if there is anything else.
  ///
  /// - Parameter word: A word without whitespace, such as `password,` or `name.familyName`.
  private static func contents(of word: Substring) -> (words: Int, hasNumber: Bool)? {
    let pieces = word.split { $0.isASCII && !$0.isLetter && !$0.isNumber }
    let marks = word.filter { $0.isASCII && !$0.isLetter && !$0.isNumber }
    // Punctuation could encode something, too. An attribute with its schema's name has a dozen
    // marks.
    guard marks.allSatisfy({ ".,:;!?'\"()[]-/_".contains($0) }), marks.count <= 3 + pieces.count
    else { return nil }
    let numbers = pieces.filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    let words = pieces.count { ServerVocabulary.contains($0) }
    let digits = numbers.reduce(0) { $0 + $1.utf8.count }
    guard words + numbers.count == pieces.count, digits <= mostDigits else { return nil }
    return (words, digits > 0)
  }
}
