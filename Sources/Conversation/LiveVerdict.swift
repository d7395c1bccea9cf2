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
    switch field {
    case .password: flow == .signUp ? policy.passwordExpectations : []
    case .username, .repeated, .own: []
    }
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
