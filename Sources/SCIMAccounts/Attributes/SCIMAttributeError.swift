/// Why an extra attribute, or the place for the answer to a question, can't be used.
package struct SCIMAttributeError: Error, Equatable, Sendable {
  package let origin: Origin
  /// What is wrong, after the path as the subject.
  package let why: String
  /// What it contradicts; `nil` if it is wrong by itself.
  package var other: Origin?

  /// Where a path comes from.
  package enum Origin: Equatable, Sendable {
    /// An extra attribute, with its path as given.
    case attribute(String)
    /// The question with this name, with its path as given.
    case question(String, path: String)

    package var path: String {
      switch self {
      case .attribute(let path), .question(_, let path): path
      }
    }

    /// The name of the question; `nil` for an extra attribute.
    package var question: String? {
      switch self {
      case .attribute: nil
      case .question(let name, _): name
      }
    }
  }
}
