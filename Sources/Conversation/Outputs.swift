import Accounts
import Secrets

/// The six outputs of the RxSwift sign-up example's view model, and the verdicts on the answers to
/// the operator's own questions.
package struct Outputs: Equatable, Sendable {
  package let validatedUsername: ValidationResult
  package let validatedPassword: ValidationResult
  package let validatedPasswordRepeated: ValidationResult
  /// The verdicts on the answers to the operator's own questions, by name.
  package let answers: [String: ValidationResult]
  /// All of them are ok, or empty where no answer is needed, and no sign-up is in progress.
  package let signupEnabled: Bool
  package let signingUp: Bool
  package let signedUp: Bool

  /// The verdicts on all answers, in no particular order.
  package var all: [ValidationResult] {
    [validatedUsername, validatedPassword, validatedPasswordRepeated] + answers.values
  }

  package subscript(field: Field) -> ValidationResult {
    switch field {
    case .username: validatedUsername
    case .password: validatedPassword
    case .repeated: validatedPasswordRepeated
    case .own(let name): answers[name] ?? .empty
    }
  }
}

extension Conversation {
  /// What a screen shows of the state: the accepted answers, overridden by those that are being
  /// typed or were just refused.
  package var outputs: Outputs {
    outputs(of: effectiveDraft, refusals)
  }

  /// The accepted answers, with those that are being typed or checked in their place.
  var effectiveDraft: Draft {
    var result = draft
    if case .checking(let check, _) = phase { result.username = check.username }
    for (field, entry) in typed {
      switch (field, entry) {
      case (.username, .text(let text)): result.username = Username(text)
      case (.password, .secret(let secret)): result.password = secret
      case (.repeated, .secret(let secret)): result.repeated = secret
      case (.own(let name), .text(let text)): result.answers[name] = kept(text, for: name)
      case (.username, .secret), (.password, .text), (.repeated, .text), (.own, .secret): break
      }
    }
    return result
  }

  func outputs(of draft: Draft, _ refusals: [Field: [Message]] = [:]) -> Outputs {
    let username = refusals[.username].map { .failed($0) } ?? verdict(on: draft.username)
    let password = refusals[.password].map { .failed($0) } ?? passwordVerdict(draft, username)
    let repeated = refusals[.repeated].map { .failed($0) } ?? repeatVerdict(draft)
    let answers = answerVerdicts(draft, refusals)
    let allValid =
      username.isValid && password.isValid && repeated.isValid
      && policy.questions.allSatisfy { question in
        let verdict = answers[question.name] ?? .empty
        return verdict.isValid || verdict == .empty && !question.isRequired
      }
    return Outputs(
      validatedUsername: username, validatedPassword: password,
      validatedPasswordRepeated: repeated, answers: answers,
      signupEnabled: allValid && !isSigningUp, signingUp: isSigningUp, signedUp: isSignedUp)
  }

  private var isSigningUp: Bool {
    switch phase {
    case .signingUp, .signingIn: true
    case .new, .asking, .checking, .opening, .remembering, .finished: false
    }
  }

  private var isSignedUp: Bool {
    switch phase {
    case .finished(.signedUp), .finished(.signedIn), .remembering: true
    case .asking(let question, _), .opening(let question): achievement(at: question) != nil
    case .new, .checking, .signingUp, .signingIn, .finished: false
    }
  }

  private func verdict(on username: Username?) -> ValidationResult {
    guard let username else { return .empty }
    if isBeingChecked(username) { return .validating }
    // The service is asked only about names that pass the rules.
    if let availability = known[username] { return flow.verdict(on: availability, by: policy) }
    let verdict = ValidationResult(policy.judge(username: username))
    return !verdict.isValid || policy.availability == nil ? verdict : .empty
  }

  private func isBeingChecked(_ username: Username) -> Bool {
    switch phase {
    case .checking(let check, _), .asking(_, let check?): check.username == username
    case .asking(_, nil), .new, .signingUp, .signingIn, .opening, .remembering, .finished: false
    }
  }

  private func passwordVerdict(
    _ draft: Draft, _ username: ValidationResult
  ) -> ValidationResult {
    guard let password = draft.password else { return .empty }
    if policy.passwordNeedsUsername && !username.isValid { return .empty }
    return ValidationResult(policy.judge(password: password, username: draft.username))
  }

  private func repeatVerdict(_ draft: Draft) -> ValidationResult {
    if policy.repeated == nil { return .ok(Message(.passwordRepeated)) }
    return draft.repeated.map {
      ValidationResult(policy.judge(repeated: $0, password: draft.password))
    } ?? .empty
  }

  /// Returns the verdict that a secret would get as the answer to a field, without entering it.
  package func verdict(on secret: Secret, for field: Field) -> ValidationResult {
    switch field {
    case .username, .own: .empty
    case .password: ValidationResult(policy.judge(password: secret, username: draft.username))
    case .repeated: ValidationResult(policy.judge(repeated: secret, password: draft.password))
    }
  }
}
