import Accounts
import Secrets
import Testing

/// A verdict reduced to its reasons, so that each test case fits on a line.
enum Verdict: Equatable {
  case empty
  case ok(VerdictReason)
  case failed([VerdictReason])

  init(_ result: Judgement) {
    switch result {
    case .empty: self = .empty
    case .ok(let ground): self = .ok(Self.reason(ground))
    case .failed(let grounds): self = .failed(grounds.map(Self.reason))
    }
  }

  private static func reason(_ ground: Judgement.Ground) -> VerdictReason {
    switch ground.wording {
    case .reason(let reason): reason
    case .texts: preconditionFailure("a built-in policy has no words of its own")
    }
  }
}

extension Policy {
  func verdict(username: String) -> Verdict {
    Verdict(judge(username: Username(username)))
  }

  func verdict(password: String, username: String? = nil) -> Verdict {
    Verdict(judge(password: Secret(password), username: username.map { Username($0) }))
  }

  func verdict(repeated: String, password: String?) -> Verdict {
    Verdict(judge(repeated: Secret(repeated), password: password.map { Secret($0) }))
  }
}

extension String {
  /// Repeats the text.
  static func * (text: String, count: Int) -> String {
    String(repeating: text, count: count)
  }
}

/// Answers that a policy accepts, and those that it refuses, by the reason.
struct Limits: Sendable, CustomTestStringConvertible {
  let policy: Policy
  let accepted: [String]
  let refused: [VerdictReason: [String]]

  init(_ policy: Policy, accepts: [String], refuses: [VerdictReason: [String]]) {
    (self.policy, accepted, refused) = (policy, accepts, refuses)
  }

  var testDescription: String { policy.name }

  func expectOfUsernames() {
    expect(.usernameAcceptable) { policy.verdict(username: $0) }
  }

  func expectOfPasswords() {
    expect(.passwordAcceptable) { policy.verdict(password: $0) }
  }

  private func expect(_ reason: VerdictReason, _ verdict: (String) -> Verdict) {
    for answer in accepted { #expect(verdict(answer) == .ok(reason), "\(answer)") }
    for (reason, answers) in refused {
      for answer in answers { #expect(verdict(answer) == .failed([reason]), "\(answer)") }
    }
  }
}

extension Policy: CustomTestStringConvertible {
  package var testDescription: String { name }
}
