import Secrets
import Text

extension Policy {
  /// Returns the verdict of the rules alone. If the policy asks the service, `ok` means that it may
  /// be asked now.
  package func judge(username: Username) -> ValidationResult {
    username.text.withUTF8Text { judge($0, by: self.username, username: nil) }
  }

  /// Returns the verdict on a password.
  ///
  /// - Parameter username: The name that the password must not resemble; `nil` if there is none
  ///   yet.
  package func judge(password: Secret, username: Username?) -> ValidationResult {
    password.withUTF8Text { judge(password: $0, username: username) }
  }

  /// Returns the verdict on a borrowed password, such as one that is being typed. If it is ASCII,
  /// or if the policy compares bytes, no copy is made.
  package func judge(password: UTF8Text, username: Username?) -> ValidationResult {
    withPrepared(password) { judge($0, by: self.password, username: username?.text) }
  }

  /// Returns the verdict on the repeated password; `ok` if the policy doesn't ask for one.
  package func judge(repeated: Secret, password: Secret?) -> ValidationResult {
    guard let rule = self.repeated else { return .ok(Message(.passwordRepeated)) }
    if repeated.isEmpty { return .empty }
    guard let password, prepared(repeated) == prepared(password) else {
      return .failed([rule.different.message()])
    }
    return .ok(rule.accepted.message())
  }

  /// Returns the verdict on a name that passes the rules, once the service knows it.
  package func verdict(isTaken: Bool) -> ValidationResult {
    isTaken
      ? .failed([taken.message()])
      : .ok((self.availability?.available ?? username.accepted).message())
  }

  /// Returns a secret in the form in which it is judged, compared and passed to a service.
  package func prepared(_ secret: Secret) -> Secret {
    switch comparison {
    case .bytes: secret
    case .opaqueString:
      secret.withUTF8Text { $0.isASCII } ? secret : secret.withUTF8Text(opaqueString)
    }
  }

  /// Calls the closure with a secret in the form in which it is judged.
  func withPrepared<Result>(_ text: UTF8Text, _ body: (UTF8Text) -> Result) -> Result {
    switch comparison {
    case .bytes: body(text)
    case .opaqueString: text.isASCII ? body(text) : opaqueString(text).withUTF8Text(body)
    }
  }

  private func judge(_ text: UTF8Text, by field: AnswerRules, username: String?) -> ValidationResult
  {
    if text.bytes.isEmpty { return .empty }
    let broken = field.rules.lazy.filter { !$0.test.passes(text, username: username) }
    let named: [Rule] =
      switch field.report {
      case .first: broken.first.map { [$0] } ?? []
      case .all: Array(broken)
      }
    return named.isEmpty
      ? .ok(field.accepted.message()) : .failed(named.map { $0.refusal.message($0.values) })
  }
}
