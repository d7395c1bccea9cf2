import Accounts
import HTTP
import Secrets
import Text

/// Reads the answers that accounts were given.
extension SCIMAttributes {
  /// Returns the answers in an account as the provider shows it, in the order of the questions. A
  /// value is read wherever it comes from: another client may have changed it.
  ///
  /// - Parameter token: the bearer token; values that contain a part of it are omitted.
  func answers(in account: JSONValue, hiding token: Secret?) -> [Answer] {
    attributes.compactMap { attribute in
      guard let question = attribute.question, let text = account.text(at: attribute.path),
        !text.isEmpty, text.utf8.count <= Policy.longestAnswer,
        token?.isPartlyShown(in: text) != true
      else { return nil }
      return Answer(question.name, text)
    }
  }

  /// The attributes to ask for, so that a provider shows the answers.
  var shownAttributes: [String] { asked.map(\.attribute).distinctNames }

  /// The attributes in which to search for a part of an answer.
  var searchedAttributes: [String] { asked.map(\.inFilter).distinctNames }

  /// The paths of the questions.
  private var asked: [AttributePath] { attributes.filter { $0.question != nil }.map(\.path) }
}

extension Secret {
  /// Whether a text of any length contains a part of the token. O(text).
  fileprivate func isPartlyShown(in text: String) -> Bool {
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      // No more than is searched at once, and an overlap that a part can't exceed in any encoding.
      if isShown(in: String(rest.prefix(4096)), part: ServerWords.tokenPart) { return true }
      rest = rest.dropFirst(rest.count > 4096 ? 3584 : 4096)
    }
    return false
  }
}

extension JSONValue {
  /// The value at a path as text; `nil` if there is none, or it is not a single value.
  fileprivate func text(at path: AttributePath) -> String? {
    let root = path.schema.map { self[$0] } ?? self
    var value = root?[path.name]
    switch path.element {
    case nil: break
    case .index(let index):
      let list = value?.asList ?? []
      value = list.indices.contains(index) ? list[index] : nil
    case .filter(let filter): value = value?.asList?.first(where: filter.passes)
    }
    if let sub = path.sub { value = value?[sub] }
    return switch value {
    case .text(let text), .number(let text): text
    case .bool(let bool): String(bool)
    case nil, .null, .list, .object: nil
    }
  }
}
