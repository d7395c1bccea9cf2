/// The rules that a sign-up is judged by, as data. The named ones (`Policy.named`) and a user's own
/// from JSON have the same parts.
package struct Policy: Equatable, Sendable {
  package var name: String
  package var username: Field
  package var password: Field
  /// Nil where the password isn't asked again.
  package var repeated: Repeat?
  /// Nil where the service isn't asked whether a name is free.
  package var availability: AvailabilityCheck?
  /// What is said where the service says *taken*.
  package var taken: Wording = .key(.usernameTaken)
  /// When two usernames are one account.
  package var identity: Identity = .canonical
  /// What makes two secrets the same.
  package var comparison: Comparison = .bytes
  /// Whether the password stays *empty* until the username is ok.
  package var passwordNeedsUsername = false
  /// Said after a sign-up in place of the service's own words; nil for the service's.
  package var done: Wording?

  /// The rules of one answer, tried in order.
  package struct Field: Equatable, Sendable {
    package var rules: [Rule]
    package var report: Report = .first
    /// Said when every rule holds, and for a username only where the service isn't asked.
    package var accepted: Wording
  }

  package enum Report: String, Sendable, CaseIterable {
    /// The first broken rule is named.
    case first
    /// Every broken rule is named.
    case all
  }

  package struct Repeat: Equatable, Sendable {
    package var accepted: Wording = .key(.passwordRepeated)
    package var different: Wording = .key(.passwordDifferent)
  }

  package struct AvailabilityCheck: Equatable, Sendable {
    package var available: Wording = .key(.usernameAvailable)

    package init(available: Wording = .key(.usernameAvailable)) {
      self.available = available
    }
  }

  package enum Identity: String, Sendable, CaseIterable {
    /// Byte for byte.
    case bytes
    /// By Unicode's canonical equivalence: NFC and NFD of a name are one.
    case canonical
    /// Canonical and without regard to case.
    case caseless

    package func areSame(_ first: String, _ second: String) -> Bool {
      switch self {
      case .bytes: first.hasSameBytes(as: second)
      case .canonical: first == second
      case .caseless: first.lowercased() == second.lowercased()
      }
    }
  }

  package enum Comparison: String, Sendable, CaseIterable {
    case bytes
    /// What RFC 8265's OpaqueString profile makes of them: spaces mapped, then NFC.
    case opaqueString
  }

  /// What a length is counted in.
  package enum Unit: String, Sendable, CaseIterable {
    /// Extended grapheme clusters.
    case characters
    case codePoints
    /// Of UTF-8.
    case bytes
  }
}

extension Policy {
  /// All that it has to say of an answer.
  package var messages: [Message] {
    let rules = (username.rules + password.rules).map { $0.refusal.message($0.values) }
    let wordings = [
      username.accepted, password.accepted, repeated?.accepted, repeated?.different,
      availability?.available, taken, done,
    ]
    return rules + wordings.compactMap { $0?.message() }
  }
}

/// Words for a verdict: the catalogue's, or ones that a user's policy brings along.
package enum Wording: Equatable, Sendable {
  case key(MessageKey)
  /// By locale; English stands in for a locale that is missing.
  case texts([String: String])

  package func message(_ values: Message.Values = [:]) -> Message {
    switch self {
    case .key(let key): Message(key, values)
    case .texts(let texts): Message(.custom, values, texts: texts)
    }
  }
}
