import Secrets

extension Policy {
  /// The verdict of the rules alone; where the service is asked, `ok` means that it may be asked now.
  package func judge(username: Username) -> ValidationResult {
    username.text.withUTF8Text { judge($0, by: self.username, username: nil) }
  }

  /// The verdict on a password.
  ///
  /// - Parameter username: the name that it must not be like; nil before there is one.
  package func judge(password: Secret, username: Username?) -> ValidationResult {
    password.withUTF8Text { judge(password: $0, username: username) }
  }

  /// The same for a password on loan, such as one that is being typed: where it is plain ASCII, or is
  /// compared by its bytes, no copy of it is made.
  package func judge(password: UTF8Text, username: Username?) -> ValidationResult {
    withPrepared(password) { judge($0, by: self.password, username: username?.text) }
  }

  /// The verdict on the repeat; `ok` where the policy asks for none.
  package func judge(repeated: Secret, password: Secret?) -> ValidationResult {
    guard let rule = self.repeated else { return .ok(Message(.passwordRepeated)) }
    if repeated.isEmpty { return .empty }
    guard let password, prepared(repeated) == prepared(password) else {
      return .failed([rule.different.message()])
    }
    return .ok(rule.accepted.message())
  }

  /// The verdict that an availability makes of a name that the rules let through.
  package func verdict(on availability: Availability) -> ValidationResult {
    switch availability {
    case .available: .ok((self.availability?.available ?? username.accepted).message())
    case .taken: .failed([taken.message()])
    case .unknown(let reason): .failed([Message(reason.headline)])
    }
  }

  /// The form in which secrets are judged, compared and handed to a service.
  package func prepared(_ secret: Secret) -> Secret {
    switch comparison {
    case .bytes: secret
    case .opaqueString:
      secret.withUTF8Text { $0.isASCII } ? secret : secret.withUTF8Text(opaqueString)
    }
  }

  /// Lends the form of a secret in which it is judged.
  func withPrepared<Result>(_ text: UTF8Text, _ body: (UTF8Text) -> Result) -> Result {
    switch comparison {
    case .bytes: body(text)
    case .opaqueString: text.isASCII ? body(text) : opaqueString(text).withUTF8Text(body)
    }
  }

  private func judge(_ text: UTF8Text, by field: Field, username: String?) -> ValidationResult {
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
