import Accounts
import Conversation
import Secrets

/// Assigns names and classes to the secrets of a live conversation, so that it can be recorded. A
/// secret gets the simplest class with the same verdict, which reveals neither the secret nor its
/// length. The ledger stores fingerprints, never a secret.
package struct SecretLedger {
  private let seed: UInt64
  /// Shared by all ledgers, because its key takes several pages of locked memory.
  private static let fingerprints = SecretFingerprint.Maker()
  private var names: [SecretFingerprint: String] = [:]
  private var classes: [String: SecretClass] = [:]
  /// The number of names assigned to each field's secrets.
  private var namesGiven: [Field: Int] = [:]

  package init(seed: UInt64) {
    self.seed = seed
  }

  /// The name that represents a secret in a transcript.
  package struct Entry: Equatable, Sendable {
    package let name: String
    /// The class; `nil` if the name already has one.
    package let newClass: SecretClass?
  }

  /// Returns the name for a secret that is about to answer a field, which may already have one.
  ///
  /// - Parameter conversation: the conversation before the answer.
  package mutating func enter(
    _ secret: Secret, for field: Field, in conversation: Conversation
  ) -> Entry {
    let verdict = conversation.verdict(on: secret, for: field)
    if field == .repeated, verdict.isValid, let password = conversation.draft.password,
      let name = names[Self.fingerprints.fingerprint(of: password)]
    {
      return Entry(name: name, newClass: nil)
    }
    let fingerprint = Self.fingerprints.fingerprint(of: secret)
    if let name = names[fingerprint], stillFits(name, verdict, field, conversation) {
      return Entry(name: name, newClass: nil)
    }
    let name = freshName(for: field)
    let secretClass = plainest(named: name, verdict, field, conversation)
    names[fingerprint] = name
    classes[name] = secretClass
    return Entry(name: name, newClass: secretClass)
  }

  /// Returns the class of the secret of an entry from this ledger.
  package func secretClass(of entry: Entry) -> SecretClass { classes[entry.name] ?? .strong }

  /// Updates the class of the password for a new username. The username may resemble a password
  /// that was accepted earlier, but not the secret that was made to represent it. The password's
  /// name then gets a class that resembles the username, too.
  ///
  /// - Returns: the name with its new class; `nil` if it needs none.
  package mutating func drift(to username: String, in conversation: Conversation) -> Entry? {
    let (policy, draft) = (conversation.policy, conversation.draft)
    let next = Username(username)
    guard let password = draft.password, policy.judge(username: next).isValid,
      let name = names[Self.fingerprints.fingerprint(of: password)], let secretClass = classes[name]
    else { return nil }
    func fares(_ secretClass: SecretClass, _ username: Username?) -> Bool {
      let made = SecretMaker(seed: seed)
        .secret(named: name, secretClass, username: draft.username?.text)
      return made.map { policy.judge(password: $0, username: username) }
        == policy.judge(password: password, username: username)
    }
    let like = SecretClass.like(username)
    guard !fares(secretClass, next), fares(like, next), fares(like, draft.username) else {
      return nil
    }
    classes[name] = like
    return Entry(name: name, newClass: like)
  }

  /// A name still fits if the secret made from it gets the same verdict as the real one. A repeat
  /// that differs must not have the password's own name.
  private func stillFits(
    _ name: String, _ verdict: ValidationResult, _ field: Field, _ conversation: Conversation
  ) -> Bool {
    guard let secretClass = classes[name] else { return false }
    if field == .repeated {
      let password = conversation.draft.password.map { Self.fingerprints.fingerprint(of: $0) }
      return password.flatMap { names[$0] } != name
    }
    return fares(named: name, secretClass, verdict, conversation)
  }

  private mutating func freshName(for field: Field) -> String {
    let number = namesGiven[field, default: 0] + 1
    namesGiven[field] = number
    return number == 1 ? field.name : "\(field.name)-\(number)"
  }

  /// Simple examples first, then examples at the usual limits of policies.
  private static let candidates: [SecretClass] =
    [.strong, .lower(1), .lower(8), .lower(15), .upper(1), .upper(8), .digit(8), .mixed(8)]
    + [.common, .username] + [.lower(40), .lower(101), .lower(257), .lower(1025), .lower(4097)]
    + (2...40).map { .lower($0) } + (1...40).map { .upper($0) } + (1...40).map { .digit($0) }
    + (3...40).map { .mixed($0) } + (1...8).map { .unicode($0) } + (2...8).map { .words($0) }
    + [.unicode(40), .unicode(257), .words(60)]

  private func plainest(
    named name: String, _ verdict: ValidationResult, _ field: Field, _ conversation: Conversation
  ) -> SecretClass {
    if field == .repeated { return .strong }
    return Self.candidates.first { fares(named: name, $0, verdict, conversation) } ?? .strong
  }

  private func fares(
    named name: String, _ secretClass: SecretClass, _ verdict: ValidationResult,
    _ conversation: Conversation
  ) -> Bool {
    let username = conversation.draft.username?.text
    guard
      let secret = SecretMaker(seed: seed).secret(named: name, secretClass, username: username)
    else { return false }
    return conversation.verdict(on: secret, for: .password) == verdict
  }
}
