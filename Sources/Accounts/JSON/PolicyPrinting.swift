import Text

extension Policy {
  /// The policy without its questions as a JSON file, as a starting point for a policy of one's own.
  /// Reading it gives the rest of the policy.
  package var json: String {
    var keys: [String: JSONValue] = [
      "name": .text(name), "username": username.json, "password": password.json,
      "taken": taken.json, "identity": .text(identity.rawValue),
      "comparison": .text(comparison.rawValue),
      "passwordNeedsUsername": .bool(passwordNeedsUsername),
    ]
    if let repeated {
      keys["repeat"] = .sorted([
        "accepted": repeated.accepted.json, "different": repeated.different.json,
      ])
    }
    if let availability {
      keys["availability"] = .sorted([
        "available": availability.available.json, "suggestions": .bool(availability.suggestions),
      ])
    }
    if let done { keys["done"] = done.json }
    return JSONValue.sorted(keys).indented
  }
}

extension Policy.AnswerRules {
  fileprivate var json: JSONValue {
    let rules = rules.map { rule -> JSONValue in
      .sorted(rule.test.json.merging(["refusal": rule.refusal.json]) { $1 })
    }
    return .sorted([
      "rules": .list(rules), "report": .text(report.rawValue), "accepted": accepted.json,
    ])
  }
}

extension Wording {
  fileprivate var json: JSONValue {
    switch self {
    case .reason(let reason): .text(reason.rawValue)
    case .texts(let texts): .sorted(texts.mapValues { .text($0) })
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
    case .innerMarks(let marks): ["test": .text("innerMarks"), "marks": .text(marks)]
    case .notReserved(let names):
      ["test": .text("notReserved"), "names": .list(names.map { .text($0) })]
    case .notCommon: ["test": .text("notCommon")]
    case .notNearUsername(let edits):
      ["test": .text("notNearUsername"), "edits": .whole(edits)]
    case .any(let alternatives):
      [
        "test": .text("any"),
        "alternatives": .list(alternatives.map { .list($0.map { .sorted($0.json) }) }),
      ]
    }
  }

  private func length(_ name: String, _ limit: Int, _ unit: Policy.Unit) -> [String: JSONValue] {
    ["test": .text(name), "limit": .whole(limit), "unit": .text(unit.rawValue)]
  }

  private func of(_ name: String, _ kinds: [ScalarKind]) -> [String: JSONValue] {
    ["test": .text(name), "kinds": .list(kinds.map { .text($0.name) })]
  }
}

extension JSONValue {
  /// Returns an object with its keys in scalar order.
  fileprivate static func sorted(_ members: [String: JSONValue]) -> JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }
}

extension ScalarKind {
  fileprivate var name: String {
    if case .scalar(let scalar) = self { return String(scalar) }
    return Self.named.first { $0.kind == self }?.name ?? ""
  }
}
