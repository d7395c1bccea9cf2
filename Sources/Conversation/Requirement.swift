import Accounts

/// One rule of a checklist: a short description, and whether the rule holds.
package struct Requirement: Equatable, Sendable {
  package let words: Message
  package let isMet: Bool

  package init(_ words: Message, isMet: Bool) {
    self.words = words
    self.isMet = isMet
  }
}

extension Rule {
  /// A short description of what the rule asks for. If a policy brings its own refusal, that is the
  /// best description.
  var requirement: Message {
    guard case .reason = refusal, let words = test.requirement else { return ground.message }
    return words
  }
}

extension Policy {
  /// What a password must be, in a few words for each rule. Upper limits are left out, because hardly
  /// anyone reaches them.
  var passwordExpectations: [Message] {
    password.rules.compactMap { rule in
      if case .maximum = rule.test { return nil }
      guard case .reason = rule.refusal else { return rule.requirement }
      if case .minimum(let limit, let unit) = rule.test, unit != .bytes {
        return Message(.hintCharacters, ["limit": .count(limit)])
      }
      return rule.test == .notCommon ? Message(.hintUncommon) : rule.requirement
    }
  }
}

extension Rule.Test {
  /// A short description; `nil` if there is none and the refusal must do.
  fileprivate var requirement: Message? {
    switch self {
    case .minimum(let limit, let unit):
      Message(unit == .bytes ? .needsBytes : .needsCharacters, ["limit": .count(limit)])
    case .maximum(let limit, let unit):
      Message(unit == .bytes ? .needsFewerBytes : .needsFewerCharacters, ["limit": .count(limit)])
    case .contains([.asciiUppercase]): Message(.needsCapital)
    case .contains([.asciiLowercase]): Message(.needsLowercase)
    case .contains([.asciiDigits]): Message(.needsDigit)
    case .notCommon: Message(.needsUncommon)
    case .notNearUsername: Message(.needsUnlikeUsername)
    case .any(let alternatives): Self.requirement(alternatives)
    case .contains, .only, .startsWith, .innerMarks, .notReserved: nil
    }
  }

  private static func requirement(_ alternatives: [[Rule.Test]]) -> Message? {
    var either: Message?
    for alternative in alternatives {
      let parts = alternative.compactMap(\.requirement)
      guard let first = parts.first, parts.count == alternative.count else { return nil }
      let all =
        parts.count == 1
        ? first
        : Message(
          .needsTogether, ["first": .message(first), "rest": .list(Array(parts.dropFirst()))])
      either =
        either.map {
          Message(.needsEither, ["first": .message($0), "second": .message(all)])
        } ?? all
    }
    return either
  }
}
