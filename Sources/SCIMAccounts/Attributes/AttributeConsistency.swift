import Accounts

/// Finds paths that can't be used together.
extension SCIMAttributes.Attribute {
  /// Throws an error if the paths of others lead to the same place, or need the attribute to be
  /// something else.
  func checkConflicts(with others: [SCIMAttributes.Attribute]) throws(SCIMAttributeError) {
    for other in others where other.path.isInSameAttribute(as: path) {
      if let why = conflict(with: other.path) {
        throw SCIMAttributeError(origin: origin, why: why, other: other.origin)
      }
    }
  }

  /// - Parameter other: a path to the same attribute.
  private func conflict(with other: AttributePath) -> String? {
    switch (path.element, other.element) {
    case (nil, nil): break
    case (nil, _?), (_?, nil): return "is used both as a list and as a single value"
    case (.index, .filter), (.filter, .index): return "is used both with an index and with a filter"
    case (.filter(let one), .filter(let two)):
      // An answer could otherwise make an element pass the filter of another one.
      guard one.name.lowercased() == two.name.lowercased() else {
        return "is used with filters that compare different sub-attributes"
      }
    case (.index, .index): break
    }
    guard path.isInSameElement(as: other) else { return nil }
    if path.sub?.lowercased() == other.sub?.lowercased() { return "is given twice" }
    if (path.sub == nil) != (other.sub == nil) {
      return "is used both with and without a sub-attribute"
    }
    return nil
  }

  /// Throws an error if the element before this one is missing, or may be: this element would then
  /// move to its place.
  func checkGap(in all: [SCIMAttributes.Attribute]) throws(SCIMAttributeError) {
    guard case .index(let index) = path.element, index > 0 else { return }
    let before = all.filter {
      $0.path.isInSameAttribute(as: path) && $0.path.element == .index(index - 1)
    }
    guard !before.isEmpty else {
      throw SCIMAttributeError(origin: origin, why: "needs an element [\(index - 1)] before it")
    }
    let questions = before.compactMap(\.question)
    guard questions.isEmpty || questions.contains(where: \.isRequired) else {
      throw SCIMAttributeError(
        origin: origin,
        why: "needs an element [\(index - 1)] before it, whose question is optional",
        other: before.first { $0.question != nil }?.origin)
    }
  }
}
