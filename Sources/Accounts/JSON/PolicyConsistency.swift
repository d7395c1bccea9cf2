/// Finds rules that no answer can meet together. A policy file with such rules would ask forever.
extension Policy {
  /// Throws an error that names the first rule that makes every answer invalid.
  func checkConsistency() throws(JSONFileError) {
    try username.checkConsistency("username")
    try password.checkConsistency("password")
  }

  /// The length of the longest line that is read, and so of the longest answer, in bytes.
  static let longestAnswer = 65_536
}

extension Policy.AnswerRules {
  fileprivate func checkConsistency(_ place: String) throws(JSONFileError) {
    let outer = rules.enumerated().flatMap { index, rule in
      rule.test.limits(at: "\(place).rules[\(index)]")
    }
    try Limit.check(outer)
    for (index, rule) in rules.enumerated() {
      guard case .any(let alternatives) = rule.test else { continue }
      for (number, tests) in alternatives.enumerated() {
        let place = "\(place).rules[\(index)].alternatives[\(number)]"
        let inner = tests.enumerated().flatMap { $1.limits(at: "\(place)[\($0)]") }
        try Limit.check(inner + outer)
      }
    }
  }
}

/// A limit on an answer's length, and its path in the file.
private struct Limit {
  let isMinimum: Bool
  let count: Int
  let unit: Policy.Unit
  let place: String

  /// - Parameter limits: Limits that must all hold together.
  static func check(_ limits: [Limit]) throws(JSONFileError) {
    for least in limits where least.isMinimum {
      if least.count > Policy.longestAnswer {
        throw least.failure("is more than an answer can have: a line has at most 65536 bytes")
      }
      // An answer has at least as many bytes as code points, and at least as many code points as
      // characters.
      if let most = limits.first(where: {
        !$0.isMinimum && $0.unit.rank >= least.unit.rank && $0.count < least.count
      }) {
        throw least.failure("is more than the maximum at \(most.place), \(most.count)")
      }
    }
  }

  private func failure(_ why: String) -> JSONFileError {
    JSONFileError(key: place + ".limit", why: why)
  }
}

extension Policy.Unit {
  /// Orders the units by size: an answer never has fewer of a higher-ranked unit than of a
  /// lower-ranked one.
  fileprivate var rank: Int {
    switch self {
    case .characters: 0
    case .codePoints: 1
    case .bytes: 2
    }
  }
}

extension Rule.Test {
  fileprivate func limits(at place: String) -> [Limit] {
    switch self {
    case .minimum(let count, let unit):
      [Limit(isMinimum: true, count: count, unit: unit, place: place)]
    case .maximum(let count, let unit):
      [Limit(isMinimum: false, count: count, unit: unit, place: place)]
    case .only, .contains, .startsWith, .innerMarks, .notReserved, .notCommon, .notNearUsername,
      .any:
      []
    }
  }
}
