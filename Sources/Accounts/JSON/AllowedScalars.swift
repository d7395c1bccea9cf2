/// The scalars that an answer may contain, and those that it may begin with. An empty answer is
/// never accepted, so at least one of each must remain.
struct AllowedScalars {
  /// Each kind contains an ASCII scalar or is a single scalar, and so does what two kinds have in
  /// common. It is therefore enough to look at the ASCII scalars and those that the rules name.
  private var anywhere: Set<Unicode.Scalar>
  private var first: Set<Unicode.Scalar>

  /// - Parameter kinds: all kinds that the rules name.
  init(naming kinds: [ScalarKind]) {
    anywhere = Set((0..<0x80 as Range<UInt8>).map { Unicode.Scalar($0) } + kinds.singles)
    first = anywhere
  }

  /// Removes the scalars that tests exclude.
  ///
  /// - Throws: an error for the first test that leaves none.
  mutating func restrict(by tests: [Policy.PlacedTest]) throws(JSONFileError) {
    for (place, test) in tests {
      switch test {
      case .only(let kinds):
        anywhere = kinds.filter(anywhere)
        first.formIntersection(anywhere)
        if first.isEmpty { throw Self.failure(place) }
      case .startsWith(let kinds):
        first = kinds.filter(first)
        if first.isEmpty { throw Self.failure(place) }
      case .innerMarks(let marks):
        first.subtract(marks.unicodeScalars)
        if first.isEmpty {
          throw JSONFileError(
            key: place + ".marks", why: "contains every character that an answer can begin with")
        }
      case .minimum, .maximum, .contains, .notReserved, .notCommon, .notNearUsername, .any:
        break
      }
    }
  }

  /// Throws an error for the first test that requires a scalar that is not allowed.
  func checkRequired(by tests: [Policy.PlacedTest]) throws(JSONFileError) {
    for (place, test) in tests {
      if case .contains(let kinds) = test, kinds.filter(anywhere).isEmpty {
        throw Self.failure(place)
      }
    }
  }

  private static func failure(_ place: String) -> JSONFileError {
    JSONFileError(key: place + ".kinds", why: "leaves no character that the other rules allow")
  }
}

extension [ScalarKind] {
  var singles: [Unicode.Scalar] {
    compactMap { if case .scalar(let scalar) = $0 { scalar } else { nil } }
  }

  /// Returns those scalars that are of one of these kinds. O(scalars + kinds).
  fileprivate func filter(_ scalars: Set<Unicode.Scalar>) -> Set<Unicode.Scalar> {
    let singles = Set(singles)
    let named = ScalarKind.named.map(\.kind).filter(contains)
    return scalars.filter { scalar in
      singles.contains(scalar) || named.contains { $0.contains(scalar) }
    }
  }
}
