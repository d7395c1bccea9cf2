import Secrets
import Text

/// The verdict of a policy's rules on one answer.
package enum Judgement: Equatable, Sendable {
  case empty
  case ok(Ground)
  /// Refused, with one ground for each reported rule; never empty.
  case failed([Ground])

  /// Why the answer is accepted or refused.
  package struct Ground: Hashable, Sendable {
    package let wording: Wording
    /// The limit of a rule on the length; `nil` for any other rule.
    package let limit: Int?

    package init(_ wording: Wording, limit: Int? = nil) {
      self.wording = wording
      self.limit = limit
    }

    static func reason(_ reason: VerdictReason, limit: Int? = nil) -> Ground {
      Ground(.reason(reason), limit: limit)
    }
  }

  /// `true` only for `ok`.
  package var isValid: Bool {
    switch self {
    case .ok: true
    case .empty, .failed: false
    }
  }
}

extension Policy {
  /// Returns the verdict of the rules alone. If the policy asks the service, `ok` means that it may
  /// be asked now.
  package func judge(username: Username) -> Judgement {
    username.text.withUTF8Text { judge($0, by: self.username, username: nil) }
  }

  /// Returns the verdict on a password.
  ///
  /// - Parameter username: The name that the password must not resemble; `nil` if there is none
  ///   yet.
  package func judge(password: Secret, username: Username?) -> Judgement {
    password.withUTF8Text { judge(password: $0, username: username) }
  }

  /// Returns the verdict on a borrowed password, such as one that is being typed. If it is ASCII,
  /// or if the policy compares bytes, no copy is made.
  package func judge(password: UTF8Text, username: Username?) -> Judgement {
    withPrepared(password) { judge($0, by: self.password, username: username?.text) }
  }

  /// Returns the verdict on the repeated password; `ok` if the policy doesn't ask for one.
  package func judge(repeated: Secret, password: Secret?) -> Judgement {
    guard let rule = self.repeated else { return .ok(.reason(.passwordRepeated)) }
    if repeated.isEmpty { return .empty }
    guard let password, prepared(repeated) == prepared(password) else {
      return .failed([Judgement.Ground(rule.different)])
    }
    return .ok(Judgement.Ground(rule.accepted))
  }

  /// Returns the verdict on a name that passes the rules, once the service knows it.
  package func verdict(isTaken: Bool) -> Judgement {
    isTaken
      ? .failed([Judgement.Ground(taken)])
      : .ok(Judgement.Ground(self.availability?.available ?? username.accepted))
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

  private func judge(_ text: UTF8Text, by field: AnswerRules, username: String?) -> Judgement {
    if text.bytes.isEmpty { return .empty }
    let broken = field.rules.lazy.filter { !$0.test.passes(text, username: username) }
    let named: [Rule] =
      switch field.report {
      case .first: broken.first.map { [$0] } ?? []
      case .all: Array(broken)
      }
    return named.isEmpty
      ? .ok(Judgement.Ground(field.accepted)) : .failed(named.map(\.ground))
  }
}
