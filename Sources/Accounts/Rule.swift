/// One rule and what is said when it is broken.
package struct Rule: Equatable, Sendable {
  package var test: Test
  package var refusal: Wording

  package init(_ test: Test, _ refusal: Wording) {
    self.test = test
    self.refusal = refusal
  }

  package enum Test: Equatable, Sendable {
    /// At least so many.
    case minimum(Int, Policy.Unit)
    /// At most so many.
    case maximum(Int, Policy.Unit)
    /// Every scalar is of one of the kinds.
    case only([ScalarKind])
    /// At least one scalar is of one of the kinds.
    case contains([ScalarKind])
    /// The first scalar is of one of the kinds.
    case startsWith([ScalarKind])
    /// These marks stand only inside, and no two together.
    case innerMarks(String)
    /// Not one of these names, without regard to ASCII case. A name that ends with `*` stands for all that
    /// begin as it does.
    case notReserved([String])
    /// Not a common password, nor one repeated.
    case notCommon
    /// Further than so many edits from the username, and more than so many bytes left when the
    /// username is struck out of it, forwards and backwards; without regard to ASCII case.
    case notNearUsername(Int)
    /// All tests of one of the alternatives hold.
    case any([[Test]])
  }

  /// The values that a wording may name.
  package var values: Message.Values {
    switch test {
    case .minimum(let limit, _), .maximum(let limit, _): ["limit": .count(limit)]
    case .only, .contains, .startsWith, .innerMarks, .notReserved, .notCommon, .notNearUsername,
      .any:
      [:]
    }
  }
}

/// A kind of Unicode scalar.
package enum ScalarKind: Equatable, Sendable {
  /// Foundation's `CharacterSet.alphanumerics`: letters, marks and digits of every script.
  case alphanumerics
  case asciiLetters
  case asciiUppercase
  case asciiLowercase
  case asciiDigits
  /// One scalar by itself.
  case scalar(Unicode.Scalar)

  package func holds(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .alphanumerics: isAlphanumeric(scalar)
    case .asciiLetters: ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    case .asciiUppercase: ("A"..."Z").contains(scalar)
    case .asciiLowercase: ("a"..."z").contains(scalar)
    case .asciiDigits: ("0"..."9").contains(scalar)
    case .scalar(let one): scalar == one
    }
  }
}

extension [ScalarKind] {
  func hold(_ scalar: Unicode.Scalar) -> Bool {
    contains { $0.holds(scalar) }
  }
}
