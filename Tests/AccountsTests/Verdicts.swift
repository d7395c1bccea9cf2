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

/// An answer and its expected verdict.
struct Case: Sendable, CustomTestStringConvertible {
  let answer: String
  let verdict: Verdict

  static func ok(_ answer: String, _ key: VerdictReason) -> Case {
    Case(answer: answer, verdict: .ok(key))
  }

  static func failed(_ answer: String, _ keys: VerdictReason...) -> Case {
    Case(answer: answer, verdict: .failed(keys))
  }

  var testDescription: String {
    "\(answer.unicodeScalars.count) code points: \(answer.prefix(40).debugDescription)"
  }
}

extension Policy: CustomTestStringConvertible {
  package var testDescription: String { name }
}
