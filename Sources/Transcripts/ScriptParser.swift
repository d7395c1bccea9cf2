import Conversation

/// Parses a transcript line by line, and checks what depends on previous lines.
struct ScriptParser {
  private(set) var lines: [Script.Line] = []
  private(set) var secrets: [String: SecretClass] = [:]
  /// The number of lines before the conversation; `nil` before it begins.
  private(set) var headerCount: Int?
  /// The index of the `end>` line; `nil` before it.
  private(set) var end: Int?
  /// Whether a line states the version. `#!…` as the first line implies it.
  private var saysVersion = false
  private var hasSettings = false

  /// Takes the next line, without its newline.
  mutating func take(_ line: ArraySlice<UInt8>, number: Int) throws(TranscriptError) {
    do throws(TranscriptError.Reason) {
      guard !lines.isEmpty || Script.begins(with: line) else { throw .noVersion }
      let record = try LineParser.record(line)
      try check(record)
      lines.append(Script.Line(number: number, record: record, bytes: line))
    } catch {
      throw TranscriptError(line: number, error)
    }
  }

  private mutating func check(_ record: Record) throws(TranscriptError.Reason) {
    switch record {
    // After the end, `#!` may be the first line of another file that was appended.
    case .comment, .shebang: break
    case _ where end != nil: throw .afterEnd
    case .setting(let key, let value): try checkSetting(key, value)
    case .secret(let name, let secretClass):
      if secrets[name] != nil, !secretClass.isLike { throw .secretNamedTwice(name) }
      secrets[name] = secretClass
    case .bot(_, let text):
      try Placeholder.check(text)
      begin()
    case .you: begin()
    case .key(let name):
      if secrets[name] == nil { throw .literalSecret }
      begin()
    case .end(let ending):
      guard Outcome.names.contains(ending.outcome) else { throw .unknownOutcome(ending.outcome) }
      begin()
      end = lines.count
    }
  }

  /// Begins the conversation with the next line, unless it has already begun.
  private mutating func begin() {
    headerCount = headerCount ?? lines.count
  }

  private mutating func checkSetting(
    _ key: String, _ value: String
  ) throws(TranscriptError.Reason) {
    if headerCount != nil { throw .lateSetting(key) }
    guard key == "transcript" else {
      hasSettings = hasSettings || !Script.ownKeys.contains(key)
      return
    }
    guard value == "1" else { throw .unknownVersion(value) }
    if saysVersion { throw .setting("the version is given twice") }
    if hasSettings { throw .lateVersion }
    saysVersion = true
  }
}
