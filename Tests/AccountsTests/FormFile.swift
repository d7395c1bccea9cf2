import Accounts
import TestSupport

/// Policy files with questions.
enum FormFile {
  /// A policy file.
  ///
  /// - Parameter questions: the value of the key `questions`.
  static func bytes(_ questions: String) -> [UInt8] {
    Array(
      (#"{"name": "mine", "username": {"rules": []}, "password": {"rules": []}, "questions": "#
        + questions + "}").utf8)
  }

  static func read(_ questions: String) throws -> [FormQuestion] {
    try Policy(json: bytes(questions)).questions
  }
}

extension FuzzCase {
  /// A form that works.
  mutating func form() -> [FormQuestion] {
    (0..<below(9)).map { question(number: $0) }
  }

  private mutating func question(number: Int) -> FormQuestion {
    var question = FormQuestion(
      name: pick(["q", "shell-", "a1-b"]) + "\(number)", ask: words())
    if below(2) == 0 { question.label = words() }
    (question.rule, question.standard) = pick([
      (.anything, "a \"default\""), (.anything, nil), (.email, "ann@example.org"), (.email, nil),
      (.sshPublicKey, nil), (.accepted, nil), (.choices(["bash", "Zsh", "ö k"]), "2"),
      (.choices(["one \\ word"]), nil), (.pattern("[a-z/\"\\\\]+"), "\\"),
      (.pattern("(?x) a # é"), nil),
    ])
    question.length =
      question.rule == .accepted
      ? nil : pick([nil, 1...100, 1...FormQuestion.longest, 1...80, 2...254])
    if question.standard == nil && question.rule != .accepted {
      question.isRequired = below(2) == 0
    }
    if question.length == 2...254 { question.standard = nil }
    question.refusal = pick([nil, .reason(.answerAcceptable), .texts(words())])
    question.scim = pick([nil, "emails[type eq \"work\"].value\(number)"])
    question.ldap = pick([nil, "mail;lang-\(number)"])
    return question
  }

  private mutating func words() -> [String: String] {
    pick([
      ["en": "Why?"], ["en": "\"Q\" \\ /?", "zh-Hans": "为什么？"], ["en": "Ω\u{202E}", "x": "y"],
    ])
  }
}
