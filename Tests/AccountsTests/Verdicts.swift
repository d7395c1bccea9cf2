import Accounts
import Secrets
import Testing

/// A verdict reduced to its message keys, so that each test case fits on a line.
enum Verdict: Equatable {
  case empty
  case validating
  case ok(MessageKey)
  case failed([MessageKey])

  init(_ result: ValidationResult) {
    switch result {
    case .empty: self = .empty
    case .validating: self = .validating
    case .ok(let message): self = .ok(message.key)
    case .failed(let messages): self = .failed(messages.map(\.key))
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

  static func ok(_ answer: String, _ key: MessageKey) -> Case {
    Case(answer: answer, verdict: .ok(key))
  }

  static func failed(_ answer: String, _ keys: MessageKey...) -> Case {
    Case(answer: answer, verdict: .failed(keys))
  }

  var testDescription: String {
    "\(answer.unicodeScalars.count) code points: \(answer.prefix(40).debugDescription)"
  }
}

extension Policy: CustomTestStringConvertible {
  package var testDescription: String { name }
}
