import Conversation
import Secrets
import Text

/// One line that a program sends in a headless conversation. Its schema is
/// `transcripts/schema/events.schema.json`.
enum Request: Equatable, Sendable {
  /// A person is there; nothing else.
  case started
  case textEdited(Field, Entry)
  case lineEntered(Entry)
  /// - word: the command as it was given, without its slash.
  case command(Command, word: String, halfTyped: String?)
  case signUpRequested
  case interrupted

  /// - Parameter vocabulary: the words for commands.
  init(_ line: Secret, _ vocabulary: Vocabulary) throws(RequestError) {
    guard line.isValidUTF8 else { throw RequestError(why: "the line is not valid UTF-8") }
    self = try line.withBytes { bytes throws(RequestError) in
      var reading = Reading(vocabulary: vocabulary)
      var scanner = JSONScanner(bytes)
      try scanner.object(or: RequestError.init) { key, scanner throws(RequestError) in
        try reading.take(key, &scanner)
      }
      do throws(JSONError) { try scanner.end() } catch { throw RequestError(error) }
      return try reading.finished()
    }
  }
}

/// A request while its keys are being read.
private struct Reading {
  let vocabulary: Vocabulary
  private var request: Request?
  private var halfTyped: String?

  init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  mutating func take(_ key: String, _ scanner: inout JSONScanner) throws(RequestError) {
    if key == "halfTyped" {
      halfTyped = try Self.checked(try scanner.openText())
      return
    }
    guard request == nil else { throw Self.fail("a line must contain exactly one event") }
    switch key {
    case "started": request = try Self.alone(.started, &scanner)
    case "signUpRequested": request = try Self.alone(.signUpRequested, &scanner)
    case "interrupted": request = try Self.alone(.interrupted, &scanner)
    case "command": request = try command(&scanner)
    case "lineEntered":
      guard case (nil, let entry?) = try fields(&scanner, mayHaveField: false) else {
        throw Self.fail("lineEntered needs \"text\" or \"secret\"")
      }
      request = .lineEntered(entry)
    case "textEdited": request = try textEdited(&scanner)
    default:
      throw Self.fail(
        "the event is unknown; known are started, textEdited, lineEntered, command,"
          + " signUpRequested, interrupted")
    }
  }

  func finished() throws(RequestError) -> Request {
    guard let request else { throw Self.fail("the event has no name") }
    guard let halfTyped else { return request }
    guard case .command(let command, let word, _) = request else {
      throw Self.fail("halfTyped can only be used with a command")
    }
    return .command(command, word: word, halfTyped: halfTyped)
  }

  private static func fail(_ why: String) -> RequestError { RequestError(why: why) }

  private static func alone(
    _ request: Request, _ scanner: inout JSONScanner
  ) throws(RequestError) -> Request {
    try scanner.object(or: RequestError.init) { _, _ throws(RequestError) in
      throw fail("this event takes no values")
    }
    return request
  }

  private func command(_ scanner: inout JSONScanner) throws(RequestError) -> Request {
    let word = try scanner.openText()
    guard let command = vocabulary.command(word) else {
      throw Self.fail("the command is unknown; commands are written without the slash")
    }
    return .command(command, word: word, halfTyped: nil)
  }

  private func textEdited(
    _ scanner: inout JSONScanner
  ) throws(RequestError) -> Request {
    guard case (let field?, let entry?) = try fields(&scanner, mayHaveField: true) else {
      throw Self.fail("textEdited needs \"field\", and \"text\" or \"secret\"")
    }
    switch (field, entry) {
    case (.username, .text), (.own, .text), (.password, .secret), (.repeated, .secret):
      return .textEdited(field, entry)
    case (.username, .secret): throw Self.fail("a username must be given as \"text\"")
    case (.own, .secret): throw Self.fail("an answer that is no secret must be given as \"text\"")
    case (.password, .text), (.repeated, .text):
      throw Self.fail("a password must be given as \"secret\"")
    }
  }

  private func fields(
    _ scanner: inout JSONScanner, mayHaveField: Bool
  ) throws(RequestError) -> (Field?, Entry?) {
    var field: Field?
    var entry: Entry?
    try scanner.object(or: RequestError.init) { key, scanner throws(RequestError) in
      switch key {
      case "field" where mayHaveField && field == nil:
        field = vocabulary.field(named: try scanner.openText())
        if field == nil {
          throw Self.fail(
            "the field must be username, password, repeat, or one of the policy's questions")
        }
      case "text" where entry == nil: entry = .text(try Self.checked(try scanner.openText()))
      case "secret" where entry == nil: entry = .secret(try Self.checked(try scanner.secret()))
      case "field", "text", "secret":
        throw Self.fail("\"\(key)\" is not allowed here, or given twice")
      default: throw Self.fail("the event has an unknown key")
      }
    }
    return (field, entry)
  }

  private static func checked(_ text: String) throws(RequestError) -> String {
    try check(text.utf8.count, text.withUTF8Text(MalformedInput.find))
    return text
  }

  private static func checked(_ secret: Secret) throws(RequestError) -> Secret {
    try check(secret.count, secret.malformed())
    return secret
  }

  private static func check(
    _ count: Int, _ malformed: MalformedInput?
  ) throws(RequestError) {
    let why = count > MalformedInput.longestLine ? .tooLong : malformed
    if let why { throw fail("what was typed is malformed (\(why.rawValue))") }
  }
}

extension JSONScanner {
  /// Reads a text that is not a secret.
  fileprivate mutating func openText() throws(RequestError) -> String {
    do throws(JSONError) { return try string() } catch { throw RequestError(error) }
  }

  /// Reads a text into locked memory only.
  fileprivate mutating func secret() throws(RequestError) -> Secret {
    // The decoded text is never longer than its JSON, so the buffer never grows.
    let buffer = SecretBuffer(capacity: rest)
    do throws(JSONError) {
      try text { buffer.append($0) }
    } catch { throw RequestError(error) }
    return buffer.secret()
  }
}

/// The reason why a line is not an event. It never quotes the line.
struct RequestError: Error, Equatable {
  let why: String

  init(why: String) {
    self.why = why
  }

  init(_ error: JSONError) {
    why = "is not valid JSON for an event: \(error.reason), at byte \(error.offset + 1)"
  }
}
