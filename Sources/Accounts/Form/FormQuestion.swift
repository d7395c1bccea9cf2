/// A question of the operator's own. It is asked after the password and its repeat, and its answer
/// is kept with the account.
package struct FormQuestion: Equatable, Sendable {
  /// A name for commands, events and columns: a lowercase ASCII letter, followed by at most 31
  /// lowercase ASCII letters, digits and hyphens. No two questions of a form have the same name.
  package var name: String
  /// The question's words by locale. English is used for a locale that is missing.
  package var ask: [String: String]
  /// What the review and messages call the answer, by locale. Empty if the name serves.
  package var label: [String: String] = [:]
  package var rule = AnswerRule.anything
  /// The lengths that an answer may have, in characters; `nil` if only `longest` limits it.
  package var length: ClosedRange<Int>?
  /// Whether an account can't be made without an answer.
  package var isRequired = true
  /// The answer that an empty line gives; `nil` if there is none.
  package var standard: String?
  /// The words for each refused answer, in place of the rule's own; `nil` for the rule's own.
  package var refusal: Wording?
  /// The path of the attribute that keeps the answer at a SCIM provider; `nil` if there is none.
  package var scim: String?
  /// The attribute that keeps the answer in a directory; `nil` if there is none.
  package var ldap: String?

  package init(name: String, ask: [String: String]) {
    (self.name, self.ask) = (name, ask)
  }

  /// Everything that the conversation may say of the question without an answer.
  package var texts: [String] {
    var texts = [name] + ask.values + label.values
    if case .choices(let words) = rule { texts += words }
    if case .texts(let words)? = refusal { texts += words.values }
    if let standard { texts.append(standard) }
    return texts
  }
}

/// What the answer to a question of the operator's own must be.
package enum AnswerRule: Equatable, Sendable {
  case anything
  /// One `@`, a domain with a dot, no space or control character, and at most 254 bytes.
  case email
  /// A public key as OpenSSH writes it, whose type is the type that it encodes. DSA, and RSA of
  /// fewer than 2,048 bits, are refused.
  case sshPublicKey
  /// A yes. Without it, no one can sign up.
  case accepted
  /// One of these words, or its number, counted from 1.
  case choices([String])
  /// A regular expression over the whole answer.
  case pattern(String)
}
