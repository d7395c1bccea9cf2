import Accounts
import Chat
import Conversation
import Text

extension Policy {
  /// The form that the policy makes, for the operator who writes it: the questions in their order,
  /// each with what is known about it on lines of its own. Safe to show.
  var form: String {
    let questions = fields.enumerated().flatMap { index, field in
      lines(for: field, number: index + 1)
    }
    return (["The policy \(name) asks for:"] + questions)
      .map { escapingControls($0) + "\n" }.joined()
  }

  private func lines(for field: Field, number: Int) -> [String] {
    switch field {
    case .username: lines(number, field, english(.askUsername), usernameDetails)
    case .password: lines(number, field, english(.askPassword), password.rules.map(\.words))
    case .repeated: lines(number, field, english(.askRepeat), ["the same as the password"])
    case .own(let name):
      questions.filter { $0.name == name }.flatMap { question in
        lines(
          number, field, question.ask["en"] ?? "", question.details,
          isRequired: question.isRequired)
      }
    }
  }

  private func lines(
    _ number: Int, _ field: Field, _ asked: String, _ details: [String], isRequired: Bool = true
  ) -> [String] {
    let need = isRequired ? "required" : "optional"
    return ["", "\(number). \(field.name) (\(need)): \(asked)"] + details.map { "   " + $0 }
  }

  private func english(_ key: MessageKey) -> String { Catalogue.english.words(for: Message(key)) }

  private var usernameDetails: [String] {
    username.rules.map(\.words)
      + (availability == nil ? [] : ["not taken, as far as the service knows"])
  }
}

extension Rule {
  /// The words with which it refuses an answer, which say what it asks for.
  fileprivate var words: String { Catalogue.english.words(for: ground.message) }
}

extension FormQuestion {
  /// The rule, the length, the default, the translations, and where the answer is kept.
  fileprivate var details: [String] {
    let translations = ask.filter { $0.key != "en" }.sorted { $0.key < $1.key }
    return translations.map { "\($0.key): \($0.value)" } + [ruleWords] + lengthWords
      + (standard.map { ["an empty line gives: \($0)"] } ?? [])
      + (refusal.map { ["refused with: \(Catalogue.english.words(for: $0.message()))"] } ?? [])
      + ["kept \(places)"]
  }

  private var ruleWords: String {
    switch rule {
    case .anything: "any text"
    case .email: "an e-mail address; nothing is sent to it"
    case .sshPublicKey: "an SSH public key: Ed25519, ECDSA, or RSA of at least 2048 bits"
    case .accepted: "a yes, without which no one can sign up"
    case .choices(let words):
      "one of: " + words.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
    case .pattern(let pattern): "a text that matches, as a whole: \(pattern)"
    }
  }

  private var lengthWords: [String] {
    guard let length else { return [] }
    let (least, most) = (length.lowerBound, length.upperBound)
    if least == most { return ["exactly \(least) \(least == 1 ? "character" : "characters")"] }
    if most == Policy.longestAnswer { return ["at least \(least) characters"] }
    return ["\(least) to \(most) characters"]
  }

  private var places: String {
    let scim = scim.map { "at SCIM as \($0)" } ?? "nowhere at SCIM"
    return (["in a store as \(name)", scim] + (ldap.map { ["in LDAP as \($0)"] } ?? []))
      .joined(separator: ", ")
  }
}
