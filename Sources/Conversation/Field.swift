import Accounts

/// One of the answers that make up an account.
package enum Field: Hashable, Sendable {
  case username
  case password
  /// The password, repeated.
  case repeated
  /// The answer to a question of the operator's own, by the question's name.
  case own(String)

  /// The fields of every form.
  package static let builtIn: [Field] = [.username, .password, .repeated]

  /// The name for programs, in records and commands.
  package var name: String {
    switch self {
    case .username: "username"
    case .password: "password"
    case .repeated: "repeat"
    case .own(let name): name
    }
  }

  /// Whether the answer is a secret.
  package var isSecret: Bool {
    switch self {
    case .password, .repeated: true
    case .username, .own: false
    }
  }
}

extension Policy {
  /// Returns the operator's own question with a name, or `nil` if there is none.
  func question(named name: String) -> FormQuestion? { questions.first { $0.name == name } }

  /// Returns what the review and the messages call a field.
  package func label(of field: Field) -> Message {
    switch field {
    case .username: Message(.labelUsername)
    case .password: Message(.labelPassword)
    case .repeated: Message(.labelRepeat)
    case .own(let name):
      Message(.custom, texts: question(named: name)?.label.nonEmpty ?? ["en": name])
    }
  }
}

extension [String: String] {
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
