/// Finds rules that no answer can meet together. A policy file with such rules would ask forever.
extension Policy {
  /// Throws an error that names the first rule that makes every answer invalid, or the first
  /// question that can't work.
  func checkConsistency() throws(JSONFileError) {
    try username.checkConsistency("username")
    try password.checkConsistency("password")
    try FormQuestion.checkConsistency(of: questions)
  }

  /// The length of the longest line that is read, and so of the longest answer, in bytes.
  static let longestAnswer = 65_536
}

extension Policy {
  /// A test and its path in the file.
  typealias PlacedTest = (place: String, test: Rule.Test)
}

extension Policy.AnswerRules {
  fileprivate func checkConsistency(_ place: String) throws(JSONFileError) {
    let outer = rules.enumerated().map { ("\(place).rules[\($0)]", $1.test) }
    let outerLimits = outer.flatMap { $1.limits(at: $0) }
    try Limit.check(outerLimits)
    var outerScalars = AllowedScalars(naming: rules.flatMap(\.test.kinds))
    _ = try outerScalars.restrict(by: outer)
    try outerScalars.checkRequired(by: outer)
    for (place, test) in outer {
      try test.checkAlone(place)
      guard case .any(let alternatives) = test else { continue }
      for (number, tests) in alternatives.enumerated() {
        let inner = tests.enumerated().map { ("\(place).alternatives[\(number)][\($0)]", $1) }
        for (place, test) in inner { try test.checkAlone(place) }
        try Limit.check(inner.flatMap { $1.limits(at: $0) } + outerLimits)
        var scalars = outerScalars
        let isRestricted = try scalars.restrict(by: inner)
        try scalars.checkRequired(by: isRestricted ? inner + outer : inner)
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

  /// All kinds that the test and its alternatives name.
  fileprivate var kinds: [ScalarKind] {
    switch self {
    case .only(let kinds), .contains(let kinds), .startsWith(let kinds): kinds
    case .any(let alternatives): alternatives.flatMap { $0.flatMap(\.kinds) }
    case .minimum, .maximum, .innerMarks, .notReserved, .notCommon, .notNearUsername: []
    }
  }

  /// Throws an error if no answer passes the test, whatever the other tests are.
  fileprivate func checkAlone(_ place: String) throws(JSONFileError) {
    switch self {
    case .any(let alternatives) where alternatives.isEmpty:
      throw JSONFileError(
        key: place + ".alternatives", why: "must list at least one alternative")
    case .notReserved(let names):
      guard let index = names.firstIndex(of: "*") else { return }
      throw JSONFileError(key: place + ".names[\(index)]", why: "reserves every name")
    case .minimum, .maximum, .only, .contains, .startsWith, .innerMarks, .notCommon,
      .notNearUsername, .any:
      return
    }
  }
}
