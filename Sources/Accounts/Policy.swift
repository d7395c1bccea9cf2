import Text

/// The rules by which a sign-up is judged, as data. The built-in policies (`Policy.named`) and a
/// user's own policy from JSON have the same parts.
package struct Policy: Equatable, Sendable {
  package var name: String
  package var username: AnswerRules
  package var password: AnswerRules
  /// `nil` if the password isn't asked twice.
  package var repeated: Repeat?
  /// `nil` if the service isn't asked whether a name is available.
  package var availability: AvailabilityCheck?
  /// The verdict if the service says that the name is taken.
  package var taken: Wording = .reason(.usernameTaken)
  /// When two usernames denote the same account.
  package var identity: Identity = .canonical
  /// When two secrets are the same.
  package var comparison: Comparison = .bytes
  /// Whether the verdict on the password stays `empty` until the username is ok.
  package var passwordNeedsUsername = false
  /// The text after a sign-up; `nil` for the service's own.
  package var done: Wording?
  /// The operator's own questions, in the order in which they are asked.
  package var questions: [FormQuestion] = []

  /// The rules of one answer, tried in order.
  package struct AnswerRules: Equatable, Sendable {
    package var rules: [Rule]
    package var report: Report = .first
    /// The verdict if every rule holds. For a username, it is used only if the service isn't asked.
    package var accepted: Wording
  }

  package enum Report: String, Sendable, CaseIterable {
    /// Reports the first broken rule.
    case first
    /// Reports every broken rule.
    case all
  }

  package struct Repeat: Equatable, Sendable {
    package var accepted: Wording = .reason(.passwordRepeated)
    package var different: Wording = .reason(.passwordDifferent)
  }

  package struct AvailabilityCheck: Equatable, Sendable {
    package var available: Wording = .reason(.usernameAvailable)
    /// Whether free names may be suggested instead of a taken one.
    package var suggestions: Bool

    package init(available: Wording = .reason(.usernameAvailable), suggestions: Bool = true) {
      self.available = available
      self.suggestions = suggestions
    }
  }

  package enum Identity: String, Sendable, CaseIterable {
    /// Byte for byte.
    case bytes
    /// By Unicode canonical equivalence: the NFC and NFD forms of a name are the same.
    case canonical
    /// By canonical equivalence, ignoring case.
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
    /// By the form that the OpaqueString profile of RFC 8265 gives: spaces mapped, then NFC.
    case opaqueString
  }

  /// The unit of a length.
  package enum Unit: String, Sendable, CaseIterable {
    /// Extended grapheme clusters.
    case characters
    case codePoints
    /// Bytes of UTF-8.
    case bytes
  }
}

extension Policy {
  /// The length of the longest line that is read, and so of the longest answer, in bytes.
  package static let longestAnswer = 65_536

  /// Every ground that the policy can give for a verdict.
  package var grounds: [Judgement.Ground] {
    let wordings = [
      username.accepted, password.accepted, repeated?.accepted, repeated?.different,
      availability?.available, taken, done,
    ]
    return (username.rules + password.rules).map(\.ground)
      + wordings.compactMap { $0.map { Judgement.Ground($0) } }
  }
}
