import Text

extension FormQuestion {
  /// Reads the key `questions`.
  static func form(_ reader: JSONReader) throws(JSONFileError) -> [FormQuestion] {
    let questions = try reader.list(FormQuestion.init)
    if questions.count > mostInForm {
      throw reader.fail(
        "lists \(questions.count) questions, but at most \(mostInForm) can be asked")
    }
    for (index, item) in try reader.array().enumerated() {
      try questions[index].checkDifference(from: questions[..<index], item)
    }
    return questions
  }

  /// The greatest number of questions in a form.
  private static let mostInForm = 32

  private init(_ reader: JSONReader) throws(JSONFileError) {
    let keys = try reader.object(allowing: [
      "name", "ask", "label", "rule", "pattern", "choices", "length", "required", "default",
      "refusal", "scim", "ldap", "first",
    ])
    let name = try keys.need("name", in: reader)
    self.init(
      name: try name.string(), ask: try Self.texts(try keys.need("ask", in: reader)))
    rule = try AnswerRule(keys)
    if let value = keys["label"] { label = try Self.texts(value) }
    if let value = keys["length"] { length = try Self.length(value) }
    if let value = keys["required"] { isRequired = try value.bool() }
    if let value = keys["default"] { standard = try value.string() }
    if let value = keys["refusal"] { refusal = try Wording(value) }
    if let value = keys["scim"] { scim = try value.line() }
    if let value = keys["ldap"] { ldap = try value.line() }
    try checkName(name)
    if let value = keys["length"] { try checkLength(value) }
    if let value = keys["required"] { try checkRequirement(value) }
    if let value = keys["default"] { try checkStandard(value) }
  }

  /// Reads words by locale, or a text, which is English.
  private static func texts(_ reader: JSONReader) throws(JSONFileError) -> [String: String] {
    guard case .text(let text) = reader.value else { return try Wording.texts(reader) }
    try Wording.check(text, reader)
    return ["en": text]
  }

  private static func length(_ reader: JSONReader) throws(JSONFileError) -> ClosedRange<Int> {
    let keys = try reader.object(allowing: ["min", "max"])
    if keys.isEmpty { throw reader.fail("needs the key \"min\" or \"max\"") }
    var (least, most) = (1, Policy.longestAnswer)
    if let value = keys["min"] { least = try value.whole(from: 1, to: Policy.longestAnswer) }
    if let value = keys["max"] { most = try value.whole(from: 1, to: Policy.longestAnswer) }
    if let value = keys["min"], least > most {
      throw value.fail("is more than the maximum, \(most)")
    }
    return least...most
  }
}

extension AnswerRule {
  /// The name of a rule in a policy file. Choices have none: their key is enough.
  private enum Name: String, CaseIterable {
    case email
    case sshPublicKey = "ssh-public-key"
    case accepted, pattern, invitation
  }

  /// - Parameter keys: the keys of the question.
  fileprivate init(_ keys: [String: JSONReader]) throws(JSONFileError) {
    let rule = keys["rule"]
    let name = try rule.map { rule throws(JSONFileError) in try rule.choice(Name.self) }
    if name == .invitation, let rule {
      throw rule.fail("is not supported yet: this version has no invitation codes")
    }
    if let first = keys["first"] {
      throw first.fail(
        "belongs to the rule invitation, which is not supported yet: "
          + "this version has no invitation codes")
    }
    if let choices = keys["choices"] {
      if let rule { throw rule.fail("can't go with \"choices\"; leave one of them out") }
      if let pattern = keys["pattern"] {
        throw pattern.fail("can't go with \"choices\"; leave one of them out")
      }
      self = .choices(try Self.choices(choices))
      return
    }
    if let pattern = keys["pattern"] {
      if let rule, name != .pattern {
        throw rule.fail("can't go with \"pattern\"; leave one of them out")
      }
      self = .pattern(try Self.pattern(pattern))
      return
    }
    guard let rule, let name else {
      self = .anything
      return
    }
    switch name {
    case .email: self = .email
    case .sshPublicKey: self = .sshPublicKey
    case .accepted: self = .accepted
    case .pattern, .invitation: throw rule.fail("needs the key \"pattern\" next to it")
    }
  }

  private static func pattern(_ reader: JSONReader) throws(JSONFileError) -> String {
    let pattern = try reader.string()
    if pattern.isEmpty { throw reader.fail("must not be empty") }
    do throws(AnswerPattern.Failure) {
      _ = try AnswerPattern(pattern)
    } catch {
      throw reader.fail(error.why)
    }
    return pattern
  }

  private static func choices(_ reader: JSONReader) throws(JSONFileError) -> [String] {
    var words: [String] = []
    for (index, item) in try reader.array().enumerated() {
      let word = try item.line()
      if word.first == "/" { throw item.fail("begins with \"/\", like a command") }
      if word.unicodeScalars.first?.properties.isWhitespace == true
        || word.unicodeScalars.last?.properties.isWhitespace == true
      {
        throw item.fail("begins or ends with a space")
      }
      if word.count > longestChoice {
        throw item.fail("has \(word.count) characters, but may have at most \(longestChoice)")
      }
      if isWholeNumber(word) {
        throw item.fail("is a number, and a number is how a choice is picked from the list")
      }
      let before = words.firstIndex { equalIgnoringASCIICase($0.utf8, word.utf8) }
      if let before {
        throw item.fail("is the same word as \(reader.path)[\(before)]; case is ignored")
      }
      words.append(word)
      if index >= mostChoices { throw reader.fail("lists more than \(mostChoices) choices") }
    }
    if words.isEmpty { throw reader.fail("must list at least one word") }
    return words
  }

  /// In characters.
  private static let longestChoice = 64
  private static let mostChoices = 256

  /// Whether a text reads as a whole number, in the digits of any script.
  private static func isWholeNumber(_ text: String) -> Bool {
    let digits = text.unicodeScalars.drop { $0 == "+" || $0 == "-" || $0 == "\u{2212}" }
    return !digits.isEmpty && digits.allSatisfy { $0.properties.generalCategory == .decimalNumber }
  }
}
