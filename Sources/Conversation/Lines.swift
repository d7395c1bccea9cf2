import Accounts
import Secrets
import Text

extension Conversation {
  mutating func lineEntered(_ entry: Entry) {
    guard case .asking(let question, let watching) = phase else { return }
    beginLine()
    if let watching, isAnswered(by: entry, question, watching) { return takeOver(watching) }
    stop(watching)
    switch (question.isSecret, entry) {
    case (true, .secret(let secret)): secretEntered(secret, at: question)
    case (true, .text(let text)): secretEntered(Secret(text), at: question)
    case (false, .text(let text)): textEntered(text, at: question)
    case (false, .secret): refuse(.secretNotAsked, turningTo: question)
    }
  }

  /// Whether a line is the same name that is being checked during typing.
  private func isAnswered(by entry: Entry, _ question: Question, _ watching: Check) -> Bool {
    guard question == .field(.username), case .text(let text) = entry else { return false }
    return literal(text).map { Username($0) } == watching.username
  }

  private mutating func textEntered(_ text: String, at question: Question) {
    if let malformed = text.withUTF8Text(MalformedInput.find) {
      return refuse(malformed.message, turningTo: question)
    }
    guard let answer = literal(text) else {
      return command(text.dropFirst(), at: question)
    }
    switch question {
    case .field(.own(let name)): ownEntered(answer, name)
    case .field(.username), .field(.password), .field(.repeated): usernameEntered(answer)
    case .review: reviewAnswered(answer)
    case .offer: offerAnswered(answer)
    case .remember: rememberAnswered(answer)
    case .choice(let choice): choiceAnswered(answer, choice)
    }
  }

  /// Returns the answer in a line: the line itself, or `/x` for `//x`; `nil` if the line is a
  /// command.
  package func literal(_ text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "/") else { return text }
    let rest = text.utf8.dropFirst()
    return rest.first == UInt8(ascii: "/") ? String(rest) : nil
  }

  private mutating func command(_ words: Substring, at question: Question) {
    var words = words
    while words.last == " " { words.removeLast() }
    if let command = vocabulary.command(String(words)) { return perform(command, at: question) }
    if let edit = words.split(separator: " ", maxSplits: 1).first,
      vocabulary.command(String(edit)) == .edit(nil)
    {
      refuse([editWhat])
      return turn(to: question)
    }
    let values: Message.Values = [
      "typed": .text("/" + words), "nearest": .text("/" + vocabulary.nearest(to: String(words))),
    ]
    refuse([Message(.unknownCommand, values)])
    turn(to: question)
  }

  private mutating func usernameEntered(_ text: String) {
    forget(.username)
    if text.isEmpty { return leftEmpty(.username) }
    let username = Username(text)
    nameGiven = username
    let verdict = ValidationResult(policy.judge(username: username))
    guard verdict.isValid else { return settle(.username, verdict) { _ in } }
    let wasTyped = wasJudgedWhileTyped(username)
    if let availability = known[username], availability.isKnown || wasTyped {
      if wasTyped { sayValidating() }
      return usernameJudged(username, availability, at: .field(.username))
    }
    if policy.availability == nil { return accept(.username, verdict) { $0.username = username } }
    check(username, at: .field(.username))
  }

  /// Whether a name was judged while it was typed. From now on, it counts as entered.
  mutating func wasJudgedWhileTyped(_ username: Username) -> Bool {
    !judgedWhileTyped.isEmpty && judgedWhileTyped.remove(username) != nil
  }

  /// Removes what was typed or refused for a field from the outputs.
  mutating func forget(_ field: Field) {
    typed[field] = nil
    refusals[field] = nil
  }

  /// Handles an empty line: keeps a valid answer, gives the one that is usual, or none if none is
  /// needed; otherwise asks again.
  mutating func leftEmpty(_ field: Field) {
    if field == .username, let offered { return usernameEntered(offered.text) }
    if draft.has(field), outputs(of: draft)[field].isValid {
      if field == .username { retryable = nil }
      return advance()
    }
    if case .own(let name) = field, let question = policy.question(named: name) {
      if let usual = question.standard { return ownEntered(usual, name) }
      if !question.isRequired { return accept(field, .empty) { $0.answers[name] = "" } }
    }
    turn(to: .field(field))
  }

  /// Stores an answer that is good, and asks again for any other.
  mutating func settle(
    _ field: Field, _ verdict: ValidationResult, _ change: (inout Draft) -> Void
  ) {
    switch verdict {
    case .ok: return accept(field, verdict, change)
    case .failed(let messages): refuse(messages, for: field)
    case .empty, .validating: break
    }
    turn(to: .field(field))
  }

  private mutating func secretEntered(_ secret: Secret, at question: Question) {
    guard case .field(let field) = question else { return turn(to: question) }
    forget(field)
    if secret.isEmpty { return leftEmpty(field) }
    if let command = vocabulary.command(secret) { return perform(command, at: question) }
    if let malformed = secret.withUTF8Text({ MalformedInput.find(in: $0) }) {
      return refuse(malformed.message, turningTo: question)
    }
    let answer = unescaped(secret)
    settle(field, verdict(on: answer, for: field)) { draft in
      if field == .password { draft.password = answer } else { draft.repeated = answer }
    }
  }

  /// Removes the escape from a secret. A leading slash is an escape only if a command would follow:
  /// `//back` means `/back`, `///back` means `//back`, and `//x` means itself.
  package func unescaped(_ secret: Secret) -> Secret {
    secret.withBytes { bytes in
      let slashes = bytes.prefix { $0 == UInt8(ascii: "/") }.count
      guard slashes > 1 else { return secret }
      let core = Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[(slashes - 1)...]))
      guard vocabulary.command(core) != nil else { return secret }
      return Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[1...]))
    }
  }

  /// Returns the line that enters a text as the username, even if it begins with a slash.
  package func line(giving text: String) -> String {
    text.utf8.first == UInt8(ascii: "/") ? "/" + text : text
  }

  /// Returns the line that enters a secret, even one that looks like a command. `unescaped`
  /// reverses it.
  package func line(giving secret: Secret) -> Secret {
    secret.withBytes { bytes in
      let slashes = bytes.prefix { $0 == UInt8(ascii: "/") }.count
      guard slashes > 0 else { return secret }
      let core = Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[(slashes - 1)...]))
      guard vocabulary.command(core) != nil else { return secret }
      let escaped = SecretBuffer(capacity: bytes.count + 1)
      withUnsafeBytes(of: UInt8(ascii: "/")) { escaped.append($0) }
      escaped.append(bytes)
      return escaped.secret()
    }
  }

  /// Whether a line can answer the review: a yes, a no, a known command, or an empty line.
  package func isReviewAnswer(_ line: String) -> Bool {
    guard let answer = literal(line) else {
      return vocabulary.command(String(line.dropFirst())) != nil
    }
    return answer.isEmpty || yesOrNo(answer) != nil
  }

  /// Stores an answer in the draft as a change that can be undone. Storing the same answer again
  /// changes nothing.
  mutating func accept(
    _ field: Field, _ verdict: ValidationResult, _ change: (inout Draft) -> Void
  ) {
    let before = Standing(draft: draft, question: .field(field))
    forget(field)
    change(&draft)
    if field == .username { retryable = nil }
    // A password proves one name: it must not be sent for another. A sign-up's password is still to belong to a name.
    if field == .username, flow == .signIn, draft.username != before.draft.username {
      draft.password = nil
    }
    // A sign-in doesn't report that a password meets the rules.
    let isNews = flow == .signUp || field == .username
    if isNews, case .ok(let message) = verdict { emit(.accepts, message) }
    advance()
    if draft != before.draft, let question {
      timeline.record(
        .answer(field), before: before, after: Standing(draft: draft, question: question))
    }
  }

  private mutating func reviewAnswered(_ answer: String) {
    switch yesOrNo(answer) {
    case true?: signUp(draft)
    case false?:
      if options.isAttended { return turn(to: .choice(.afterNo)) }
      say(.goodbye)
      finish(.quit(.review))
    case nil: askedAgain(answer, at: .review)
    }
  }

  /// Returns `true` for a yes, `false` for a no, and `nil` for anything else.
  package func yesOrNo(_ answer: String) -> Bool? {
    let word = answer.lowercased()
    if vocabulary.yes.contains(word) { return true }
    return vocabulary.no.contains(word) ? false : nil
  }

  /// Asks a yes-or-no question again, with a complaint unless the line was empty.
  mutating func askedAgain(_ answer: String, at question: Question) {
    answer.isEmpty ? turn(to: question) : refuse(.yesOrNo, turningTo: question)
  }

  private mutating func choiceAnswered(_ answer: String, _ choice: Choice) {
    if answer.isEmpty { return turn(to: .choice(choice)) }
    let actions = actions(of: choice)
    let word = answer.lowercased()
    let named = vocabulary.actions.first { $0.word == word && actions.contains($0.meaning) }
    let numbered = Int(answer).flatMap { actions.indices.contains($0 - 1) ? actions[$0 - 1] : nil }
    guard let action = named?.meaning ?? numbered else {
      return refuse(.chooseOne, turningTo: .choice(choice))
    }
    switch action {
    case .retry: submit(draft)
    case .edit: editWhich(from: .choice(choice))
    case .editField(let field): perform(.edit(field), at: .choice(choice))
    case .restart: perform(.restart, at: .choice(choice))
    case .quit: perform(.quit, at: .choice(choice))
    }
  }
}
