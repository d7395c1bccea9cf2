import Text

extension Policy {
  /// Reads a policy from a JSON file's bytes.
  package init(json bytes: [UInt8]) throws(JSONFileError) {
    let reader = try JSONReader(reading: bytes)
    let keys = try reader.object(allowing: [
      "name", "username", "password", "repeat", "availability", "taken", "identity", "comparison",
      "passwordNeedsUsername", "done", "questions",
    ])
    name = try keys.need("name", in: reader).string()
    username = try AnswerRules(
      try keys.need("username", in: reader), accepted: .reason(.usernameAcceptable))
    password = try AnswerRules(
      try keys.need("password", in: reader), accepted: .reason(.passwordAcceptable))
    if let value = keys["repeat"] { repeated = try Repeat(value) }
    if let value = keys["availability"] { availability = try AvailabilityCheck(value) }
    if let value = keys["taken"] { taken = try Wording(value) }
    if let value = keys["identity"] { identity = try value.choice(Identity.self) }
    if let value = keys["comparison"] { comparison = try value.choice(Comparison.self) }
    if let value = keys["passwordNeedsUsername"] { passwordNeedsUsername = try value.bool() }
    if let value = keys["done"] { done = try Wording(value) }
    if let value = keys["questions"] { questions = try FormQuestion.form(value) }
  }
}

extension Policy.AnswerRules {
  fileprivate init(_ reader: JSONReader, accepted: Wording) throws(JSONFileError) {
    let keys = try reader.object(allowing: ["rules", "report", "accepted"])
    let rules = try keys.need("rules", in: reader).list(Rule.init)
    self.init(rules: rules, accepted: accepted)
    if let value = keys["report"] { report = try value.choice(Policy.Report.self) }
    if let value = keys["accepted"] { self.accepted = try Wording(value) }
    try checkConsistency(reader.path)
  }
}

extension Policy.Repeat {
  fileprivate init(_ reader: JSONReader) throws(JSONFileError) {
    self.init()
    let keys = try reader.object(allowing: ["accepted", "different"])
    if let value = keys["accepted"] { accepted = try Wording(value) }
    if let value = keys["different"] { different = try Wording(value) }
  }
}

extension Policy.AvailabilityCheck {
  fileprivate init(_ reader: JSONReader) throws(JSONFileError) {
    self.init()
    let keys = try reader.object(allowing: ["available", "suggestions"])
    if let value = keys["available"] { available = try Wording(value) }
    if let value = keys["suggestions"] { suggestions = try value.bool() }
  }
}

extension Wording {
  /// - Parameter hasLimit: Whether the words may contain `{limit}`.
  init(_ reader: JSONReader, hasLimit: Bool = false) throws(JSONFileError) {
    switch reader.value {
    case .text(let name):
      guard let reason = VerdictReason(rawValue: name) else {
        throw reader.fail(
          "is not the name of a wording; write {\"en\": \"…\"} for words of your own"
            + suggestion(for: name, among: VerdictReason.allCases.map(\.rawValue)))
      }
      if !hasLimit && VerdictReason.withLimit.contains(reason) {
        throw reader.fail("names a limit, but there is none here")
      }
      self = .reason(reason)
    case .object:
      self = .texts(try Self.texts(reader, hasLimit: hasLimit))
    case .null, .bool, .number, .list:
      throw reader.fail("must be the name of a wording or {\"en\": \"…\"}")
    }
  }

  /// Reads words by locale.
  ///
  /// - Parameter hasLimit: Whether the words may contain `{limit}`.
  static func texts(
    _ reader: JSONReader, hasLimit: Bool = false
  ) throws(JSONFileError) -> [String: String] {
    var texts: [String: String] = [:]
    for (locale, reader) in try reader.object() {
      let text = try reader.string()
      try check(text, reader, hasLimit)
      texts[locale] = text
    }
    guard texts["en"] != nil else { throw reader.fail("needs the words for \"en\"") }
    return texts
  }

  /// Checks that the words are a single line, and that the only placeholder is the limit of the
  /// rule.
  static func check(
    _ text: String, _ reader: JSONReader, _ hasLimit: Bool = false
  ) throws(JSONFileError) {
    try reader.checkLine(text)
    for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let name = part.prefix { $0 != "}" && $0 != "|" }
      guard hasLimit, name == "limit", part.contains("}") else {
        throw reader.fail(
          hasLimit ? "may contain no placeholder except {limit}" : "may contain no placeholder")
      }
    }
  }
}

extension Rule {
  fileprivate init(_ reader: JSONReader) throws(JSONFileError) {
    let keys = try reader.object(allowing: Test.keys + ["refusal"])
    let test = try Test(reader, keys, besides: ["refusal"])
    let refusal = try keys.need("refusal", in: reader)
    self.init(test, try Wording(refusal, hasLimit: test.limit != nil))
  }
}

extension Rule.Test {
  fileprivate enum Name: String, CaseIterable {
    case minimum, maximum, only, contains, startsWith, innerMarks, notReserved, notCommon
    case notNearUsername, any
  }

  fileprivate static let keys = [
    "test", "limit", "unit", "kinds", "marks", "names", "edits", "alternatives",
  ]

  fileprivate init(
    _ reader: JSONReader, _ keys: [String: JSONReader], besides others: [String]
  ) throws(JSONFileError) {
    let name = try keys.need("test", in: reader).choice(Name.self)
    func only(_ names: String...) throws(JSONFileError) {
      _ = try reader.object(allowing: ["test"] + names + others)
    }
    func kinds() throws(JSONFileError) -> [ScalarKind] {
      try only("kinds")
      let list = try keys.need("kinds", in: reader)
      let kinds = try list.list(ScalarKind.init)
      if kinds.isEmpty { throw list.fail("must list at least one kind of character") }
      return kinds
    }
    switch name {
    case .minimum, .maximum:
      try only("limit", "unit")
      let limit = try keys.need("limit", in: reader).whole(from: 1)
      var unit = Policy.Unit.characters
      if let value = keys["unit"] { unit = try value.choice(Policy.Unit.self) }
      self = name == .minimum ? .minimum(limit, unit) : .maximum(limit, unit)
    case .only: self = .only(try kinds())
    case .contains: self = .contains(try kinds())
    case .startsWith: self = .startsWith(try kinds())
    case .innerMarks:
      try only("marks")
      self = .innerMarks(try keys.need("marks", in: reader).string())
    case .notReserved:
      try only("names")
      var names = Policy.reservedNames
      if let value = keys["names"] {
        names = try value.strings()
        if let index = names.firstIndex(of: "*") {
          throw JSONFileError(key: "\(value.path)[\(index)]", why: "reserves every name")
        }
      }
      self = .notReserved(names)
    case .notCommon:
      try only()
      self = .notCommon
    case .notNearUsername:
      try only("edits")
      // Each edit costs a comparison for every byte of a password.
      self = .notNearUsername(try keys.need("edits", in: reader).whole(from: 0, to: 100))
    case .any:
      try only("alternatives")
      let alternatives = try keys.need("alternatives", in: reader)
      if try alternatives.array().isEmpty {
        throw alternatives.fail("must list at least one alternative")
      }
      self = .any(
        try alternatives.list { tests throws(JSONFileError) in try tests.list(Self.init) })
    }
  }

  /// Reads a test of an alternative, which has no refusal of its own.
  private init(_ reader: JSONReader) throws(JSONFileError) {
    try self.init(reader, try reader.object(allowing: Self.keys), besides: [])
  }
}

extension ScalarKind {
  /// The kinds with a name in a policy file.
  static let named: [(name: String, kind: ScalarKind)] = [
    ("alphanumerics", .alphanumerics), ("asciiLetters", .asciiLetters),
    ("asciiUppercase", .asciiUppercase), ("asciiLowercase", .asciiLowercase),
    ("asciiDigits", .asciiDigits),
  ]

  fileprivate init(_ reader: JSONReader) throws(JSONFileError) {
    let name = try reader.string()
    if let named = Self.named.first(where: { $0.name == name }) {
      self = named.kind
    } else if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      self = .scalar(scalar)
    } else {
      throw reader.fail("must be one character, or " + oneOf(Self.named.map(\.name), not: name))
    }
  }
}
