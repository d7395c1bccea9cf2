/// A rule, and the verdict if it is broken.
package struct Rule: Equatable, Sendable {
  package var test: Test
  package var refusal: Wording

  package init(_ test: Test, _ refusal: Wording) {
    self.test = test
    self.refusal = refusal
  }

  package init(_ test: Test, _ refusal: VerdictReason) {
    self.init(test, .reason(refusal))
  }

  package enum Test: Equatable, Sendable {
    /// The least length.
    case minimum(Int, Policy.Unit)
    /// The greatest length.
    case maximum(Int, Policy.Unit)
    /// Every scalar is one of these kinds.
    case only([ScalarKind])
    /// At least one scalar is one of these kinds.
    case contains([ScalarKind])
    /// The first scalar is one of these kinds.
    case startsWith([ScalarKind])
    /// These marks appear only inside the text, and never two in a row.
    case innerMarks(String)
    /// Not one of these names, ignoring ASCII case. A name that ends with `*` reserves every name
    /// with that prefix.
    case notReserved([String])
    /// Not a common password, nor a common password repeated.
    case notCommon
    /// More than this many edits away from the username. If the username appears in the password,
    /// more than this many other bytes must remain. Both apply to the reversed username too, and
    /// ignore ASCII case.
    case notNearUsername(Int)
    /// All tests of at least one alternative hold.
    case any([[Test]])
  }

  /// Why an answer that breaks the rule is refused.
  package var ground: Judgement.Ground { Judgement.Ground(refusal, limit: test.limit) }
}

extension Rule.Test {
  /// The limit on the length; `nil` for any other test.
  var limit: Int? {
    switch self {
    case .minimum(let limit, _), .maximum(let limit, _): limit
    case .only, .contains, .startsWith, .innerMarks, .notReserved, .notCommon, .notNearUsername,
      .any:
      nil
    }
  }
}

extension [ScalarKind] {
  func hold(_ scalar: Unicode.Scalar) -> Bool {
    contains { $0.contains(scalar) }
  }
}
