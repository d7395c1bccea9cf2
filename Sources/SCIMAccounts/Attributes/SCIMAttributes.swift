import Accounts

/// What every account gets in addition to its name and password: attributes that the operator
/// requires, and the answers to the operator's own questions that have a path.
///
/// An attribute's value is text. `{{username}}` in it stands for the account's name; `true` and
/// `false` become JSON booleans. An answer is always text, exactly as it was given.
package struct SCIMAttributes: Equatable, Sendable {
  struct Attribute: Equatable, Sendable {
    let path: AttributePath
    let content: Content
    /// Where the path comes from.
    let origin: SCIMAttributeError.Origin
  }

  enum Content: Equatable, Sendable {
    case template(String)
    case answer(FormQuestion)
  }

  let attributes: [Attribute]

  /// Creates an empty set of attributes.
  package init() { attributes = [] }

  /// - Parameters:
  ///   - given: paths such as `emails[0].value` with values such as `{{username}}@example.org`. List
  ///     indexes start at zero and must have no gaps.
  ///   - questions: the operator's own questions. Those without a path are left out.
  package init(
    _ given: [(path: String, value: String)], questions: [FormQuestion] = []
  ) throws(SCIMAttributeError) {
    var attributes: [Attribute] = []
    func add(
      _ text: String, _ content: Content, _ origin: SCIMAttributeError.Origin
    ) throws(SCIMAttributeError) {
      let new = Attribute(path: try AttributePath(origin), content: content, origin: origin)
      try new.checkConflicts(with: attributes)
      attributes.append(new)
    }
    for (path, value) in given {
      try Self.check(value, path)
      try add(path, .template(value), .attribute(path))
    }
    for question in questions {
      guard let path = question.scim else { continue }
      try add(path, .answer(question), .question(question.name, path: path))
    }
    self.attributes = attributes
    for attribute in attributes { try attribute.checkGap(in: attributes) }
  }

  /// The questions whose answers are kept, in their order.
  var questions: [FormQuestion] { attributes.compactMap(\.question) }

  private static func check(_ value: String, _ path: String) throws(SCIMAttributeError) {
    let rest = value.split(separator: username, omittingEmptySubsequences: false)
    if rest.contains(where: { $0.contains("{{") }) {
      throw SCIMAttributeError(
        origin: .attribute(path), why: "may contain no placeholder except {{username}}")
    }
  }

  private static let username = "{{username}}"

  /// Returns the values for one account. An element of a list that is there for answers is left out
  /// if none of them was given.
  func values(for registration: Registration) -> [AttributeTree.Part] {
    let isGiven: (FormQuestion) -> Bool = { question in
      registration.answers.contains { $0.name == question.name }
    }
    return attributes.compactMap { attribute in
      if attribute.path.element != nil {
        let asked = attributes.filter { $0.path.isInSameElement(as: attribute.path) }
          .compactMap(\.question)
        if !asked.isEmpty && !asked.contains(where: isGiven) { return nil }
      }
      switch attribute.content {
      case .template(let text):
        return (attribute.path, Self.fill(text, registration.username.text))
      case .answer(let question):
        let answer = registration.answers.first { $0.name == question.name }
        return answer.map { (attribute.path, .text($0.text)) }
      }
    }
  }

  /// Returns the value for one account.
  private static func fill(_ value: String, _ name: String) -> SecretJSON {
    switch value {
    case "true": .bool(true)
    case "false": .bool(false)
    default:
      .text(
        value.split(separator: username, omittingEmptySubsequences: false).joined(separator: name))
    }
  }
}

extension SCIMAttributes.Attribute {
  /// The question whose answer is the value; `nil` if the value is the operator's.
  var question: FormQuestion? {
    if case .answer(let question) = content { question } else { nil }
  }
}
