extension Policy {
  /// The policy as a JSON file that reads back as the same, for a user to begin from.
  package var json: String {
    var keys: [String: JSONValue] = [
      "name": .string(name), "username": username.json, "password": password.json,
      "taken": taken.json, "identity": .string(identity.rawValue),
      "comparison": .string(comparison.rawValue),
      "passwordNeedsUsername": .bool(passwordNeedsUsername),
    ]
    if let repeated {
      keys["repeat"] = .object([
        "accepted": repeated.accepted.json, "different": repeated.different.json,
      ])
    }
    if let availability {
      keys["availability"] = .object(["available": availability.available.json])
    }
    if let done { keys["done"] = done.json }
    return printJSON(.object(keys))
  }
}

extension Policy.Field {
  fileprivate var json: JSONValue {
    let rules = rules.map { rule -> JSONValue in
      .object(rule.test.json.merging(["refusal": rule.refusal.json]) { $1 })
    }
    return .object([
      "rules": .array(rules), "report": .string(report.rawValue), "accepted": accepted.json,
    ])
  }
}

extension Wording {
  fileprivate var json: JSONValue {
    switch self {
    case .key(let key): .string(key.rawValue)
    case .texts(let texts): .object(texts.mapValues { .string($0) })
    }
  }
}

extension Rule.Test {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .minimum(let limit, let unit): length("minimum", limit, unit)
    case .maximum(let limit, let unit): length("maximum", limit, unit)
    case .only(let kinds): of("only", kinds)
    case .contains(let kinds): of("contains", kinds)
    case .startsWith(let kinds): of("startsWith", kinds)
    case .innerMarks(let marks): ["test": .string("innerMarks"), "marks": .string(marks)]
    case .notReserved(let names):
      ["test": .string("notReserved"), "names": .array(names.map { .string($0) })]
    case .notCommon: ["test": .string("notCommon")]
    case .notNearUsername(let edits):
      ["test": .string("notNearUsername"), "edits": .whole(edits)]
    case .any(let alternatives):
      [
        "test": .string("any"),
        "alternatives": .array(alternatives.map { .array($0.map { .object($0.json) }) }),
      ]
    }
  }

  private func length(_ name: String, _ limit: Int, _ unit: Policy.Unit) -> [String: JSONValue] {
    ["test": .string(name), "limit": .whole(limit), "unit": .string(unit.rawValue)]
  }

  private func of(_ name: String, _ kinds: [ScalarKind]) -> [String: JSONValue] {
    ["test": .string(name), "kinds": .array(kinds.map { .string($0.name) })]
  }
}

extension JSONValue {
  fileprivate static func whole(_ number: Int) -> JSONValue {
    .number(Double(number), digits: String(number))
  }
}

extension ScalarKind {
  fileprivate var name: String {
    if case .scalar(let scalar) = self { return String(scalar) }
    return Self.named.first { $0.kind == self }?.name ?? ""
  }
}
