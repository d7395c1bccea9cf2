import Accounts
import Secrets
import Text

/// What to show about an answer while it is being typed.
package enum LiveVerdict: Equatable, Sendable {
  /// Nothing is typed, or what is typed may become a command.
  case nothing
  /// There is no verdict yet, and this is why.
  case underWay(Message)
  case ok(Message)
  case failed([Message])
  /// The rules of a password that does not meet all of them yet.
  case checklist([Requirement])

  init(_ result: ValidationResult) {
    self =
      switch result {
      case .empty: .nothing
      case .validating: .underWay(Message(.validating))
      case .ok(let message): .ok(message)
      case .failed(let messages): .failed(messages)
      }
  }
}

extension Conversation {
  /// The verdict on the username that is being typed, as last reported by `textEdited`.
  package var liveVerdict: LiveVerdict {
    // A command is not an answer, and the accepted answer is not what is being typed.
    if typed[.username] == nil { return .nothing }
    if let notice { return .underWay(notice) }
    return LiveVerdict(outputs.validatedUsername)
  }

  /// Returns the verdict on an answer that is being typed and is no secret, as last reported by
  /// `textEdited`.
  package func liveVerdict(on field: Field) -> LiveVerdict {
    switch field {
    case .username: return liveVerdict
    case .password, .repeated: return .nothing
    case .own:
      guard case .text(let text)? = typed[field], !text.isEmpty else { return .nothing }
      if let answers = closedAnswers(to: .field(field)), !answers.takes(text),
        answers.mayBecomeOne(text)
      {
        return .nothing
      }
      return LiveVerdict(outputs[field])
    }
  }

  /// The last name that was entered, if it is taken and the policy allows others to be suggested;
  /// otherwise `nil`.
  package var nameToReplace: Username? {
    guard flow == .signUp, policy.availability?.suggestions == true,
      question == .field(.username), let nameGiven, known[nameGiven] == .taken
    else { return nil }
    return nameGiven
  }

  /// Returns the verdict on a secret that is being typed. The conversation does not store
  /// half-typed secrets.
  package func liveVerdict(on secret: UTF8Text, for field: Field) -> LiveVerdict {
    if secret.bytes.isEmpty || vocabulary.mayBecomeCommand(secret) { return .nothing }
    guard secret.bytes.starts(with: [0x2F, 0x2F]) else { return judged(secret, field) }
    return unescaped(Secret(copying: secret.bytes)).withUTF8Text { judged($0, field) }
  }

  /// Returns what an answer must be, in a few words for each rule, to show before anything is typed.
  /// Empty where that helps no one: a sign-in expects what was once chosen.
  package func expectations(of field: Field) -> [Message] {
    field == .password && flow == .signUp ? policy.passwordExpectations : []
  }

  private func judged(_ secret: UTF8Text, _ field: Field) -> LiveVerdict {
    switch field {
    case .username, .own: return .nothing
    case .password:
      let verdict = policy.judge(password: secret, username: draft.username)
      if case .ok(let ground) = verdict { return .ok(ground.message) }
      let checklist = policy.checklist(password: secret, username: draft.username)
      return .checklist(checklist.map { Requirement($0.requirement, isMet: $1) })
    case .repeated:
      switch policy.agreement(repeated: secret, password: draft.password) {
      case .nothingTyped: return .nothing
      case .soFar: return .underWay(Message(.sameSoFar))
      case .differs: return .failed([Message(.differs)])
      case .whole: return .ok((policy.repeated?.accepted ?? .reason(.passwordRepeated)).message())
      }
    }
  }
}

extension Vocabulary {
  /// Whether a secret's text is a command, or the beginning of one.
  func mayBecomeCommand(_ text: UTF8Text) -> Bool {
    guard text.bytes.first == UInt8(ascii: "/") else { return false }
    let rest = text.bytes.dropFirst()
    return commands.contains { $0.word.utf8.starts(with: rest) }
  }
}

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
