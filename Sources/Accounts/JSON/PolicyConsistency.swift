extension Policy {
  /// A test and its path in the file.
  typealias PlacedTest = (place: String, test: Rule.Test)
}

/// Finds rules that no answer can meet together. A policy file with such rules would ask forever.
extension Policy.AnswerRules {
  /// Throws an error that names the first rule that makes every answer invalid.
  func checkConsistency(_ place: String) throws(JSONFileError) {
    let outer = rules.enumerated().map { ("\(place).rules[\($0)]", $1.test) }
    try checkLimits(outer)
    var outerScalars = AllowedScalars(naming: rules.flatMap(\.test.kinds))
    try outerScalars.restrict(by: outer)
    try outerScalars.checkRequired(by: outer)
    for (place, test) in outer {
      guard case .any(let alternatives) = test else { continue }
      for (number, tests) in alternatives.enumerated() {
        let inner = tests.enumerated().map { ("\(place).alternatives[\(number)][\($0)]", $1) }
        try checkLimits(inner + outer)
        var scalars = outerScalars
        try scalars.restrict(by: inner)
        try scalars.checkRequired(by: inner + outer)
      }
    }
  }
}

/// Throws an error for the first minimum that no answer can have.
///
/// - Parameter tests: Tests that must all pass.
private func checkLimits(_ tests: [Policy.PlacedTest]) throws(JSONFileError) {
  for (place, test) in tests {
    guard case .minimum(let least, let unit) = test else { continue }
    func failure(_ why: String) -> JSONFileError { JSONFileError(key: place + ".limit", why: why) }
    if least > Policy.longestAnswer {
      throw failure("is more than an answer can have: a line has at most 65536 bytes")
    }
    for (other, test) in tests {
      // An answer has at least as many bytes as code points, and at least as many code points as
      // characters.
      guard case .maximum(let most, let otherUnit) = test, otherUnit.rank >= unit.rank,
        most < least
      else { continue }
      throw failure("is more than the maximum at \(other), \(most)")
    }
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
  /// All kinds that the test and its alternatives name.
  fileprivate var kinds: [ScalarKind] {
    switch self {
    case .only(let kinds), .contains(let kinds), .startsWith(let kinds): kinds
    case .any(let alternatives): alternatives.flatMap { $0.flatMap(\.kinds) }
    case .minimum, .maximum, .innerMarks, .notReserved, .notCommon, .notNearUsername: []
    }
  }
}
