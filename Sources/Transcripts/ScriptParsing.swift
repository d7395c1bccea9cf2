import Conversation

extension Script {
  /// Parses a whole transcript. A leading byte order mark is ignored. O(bytes).
  ///
  /// - Parameter firstLine: the number of the transcript's first line in its file.
  package init(
    parsing bytes: some Collection<UInt8>, firstLine: Int = 1
  ) throws(TranscriptError) {
    source = Array(bytes)
    // Growing the array step by step would cost more than parsing the lines.
    places.reserveCapacity(source.count / 16 + 1)
    let source = source
    try source.withUnsafeBufferPointer { source throws(TranscriptError) in
      try read(source, firstLine: firstLine)
    }
  }

  private mutating func read(
    _ bytes: LineParser.Bytes, firstLine: Int
  ) throws(TranscriptError) {
    isCutShort = bytes.last.map { $0 != 0x0A } ?? false
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = firstLine
    repeat {
      let odd = ASCIIScan.firstUnprintable(bytes, from: start)
      // Nearly all lines are printable ASCII, and need no further checks.
      let isPlain = odd == bytes.count || bytes[odd] == 0x0A
      let end = isPlain ? odd : bytes[odd...].firstIndex(of: 0x0A) ?? bytes.count
      let line = LineParser.Bytes(rebasing: bytes[start..<end])
      if number == firstLine, !Self.begins(with: line) {
        throw TranscriptError(line: number, .noVersion)
      }
      let kind: Kind
      // The usual lines are recognized by their sigil alone.
      if isPlain, hasConversation, !hasEnded, let usual = LineParser.usualKind(line) {
        if usual == .you { answers += 1 }
        kind = usual
      } else {
        kind = try take(line, isPlain: isPlain, number: number)
      }
      if case .bot = kind, Placeholder.holdsBraces(line),
        let refusal = Placeholder.refusal(of: LineParser.text(.init(rebasing: line.dropFirst(5))))
      {
        throw TranscriptError(line: number, refusal)
      }
      places.append(LinePosition(kind: kind, number: number, start: start, end: end))
      (start, number) = (end + 1, number + 1)
    } while start < bytes.count
    guard hasVersion else { throw TranscriptError(line: number - 1, .noVersion) }
    if !hasConversation { headerCount = places.count }
  }

  private mutating func take(
    _ line: LineParser.Bytes, isPlain: Bool, number: Int
  ) throws(TranscriptError) -> Kind {
    do throws(TranscriptError.Reason) {
      guard line.count <= Self.longestLine else { throw .tooLong }
      guard isPlain || String(validating: line, as: UTF8.self) != nil else {
        throw .notUTF8
      }
      if line.last == 0x0D { throw .carriageReturn }
      return try take(try LineParser.record(line, isPlain: isPlain), number: number)
    } catch {
      throw TranscriptError(line: number, error)
    }
  }
}

/// Effects of a line on the script. Lines must be processed in order.
extension Script {
  private var hasEnded: Bool { endPlace != nil }

  private mutating func take(
    _ line: Record, number: Int
  ) throws(TranscriptError.Reason) -> Kind {
    if hasEnded { return try follow(line) }
    switch line {
    case .shebang:
      if places.isEmpty {
        hasVersion = true
        settingsEnd = 1
      }
      return .note
    case .comment: return .note
    case .setting(let key, let value):
      try takeSetting(key, value, number)
      return .note
    case .secret(let name, let secretClass):
      if !hasVersion { throw .noVersion }
      try takeSecret(name, secretClass)
      return .note
    case .bot(let tone, _):
      try begin()
      return .bot(tone)
    case .you:
      try begin()
      answers += 1
      return .you
    case .key(let name):
      if !hasVersion { throw .noVersion }
      guard let secret = secretTable.number(of: name) else {
        throw .literalSecret
      }
      try begin()
      answers += 1
      return .key(secret)
    case .end(let ending):
      guard Outcome.names.contains(ending.outcome) else { throw .unknownOutcome(ending.outcome) }
      try begin()
      endPlace = places.count
      return .end
    }
  }

  /// Begins the conversation with this line, unless it has already begun.
  private mutating func begin() throws(TranscriptError.Reason) {
    if !hasVersion { throw .noVersion }
    if hasConversation { return }
    hasConversation = true
    headerCount = places.count
  }

  /// Checks a line after the end. `#!` may be the first line of another file that was appended; in
  /// a stream, the next transcript begins there.
  private func follow(_ line: Record) throws(TranscriptError.Reason) -> Kind {
    switch line {
    case .comment, .shebang: return .note
    case .setting, .secret, .bot, .you, .key, .end: throw .afterEnd
    }
  }

  private mutating func takeSecret(
    _ name: String, _ secretClass: SecretClass
  ) throws(TranscriptError.Reason) {
    if let known = secretTable.number(of: name) {
      if !secretClass.isLike { throw .secretNamedTwice(name) }
      secretTable.change(known, to: secretClass)
    } else {
      secretTable.add(name, secretClass)
    }
  }

  private mutating func takeSetting(
    _ key: String, _ value: String, _ number: Int
  ) throws(TranscriptError.Reason) {
    if hasConversation { throw .lateSetting(key) }
    settingsEnd = places.count + 1
    if key == "transcript" { return try takeVersion(value) }
    if !hasVersion { throw .noVersion }
    if key == "expect-failure" {
      if expectedFailure == nil { expectedFailure = (value, number) }
    } else {
      if settingPlaces.isEmpty { settingPlaces.reserveCapacity(8) }
      settingPlaces.append(places.count)
    }
  }

  private mutating func takeVersion(_ version: String) throws(TranscriptError.Reason) {
    guard version == "1" else { throw .unknownVersion(version) }
    if saysVersion { throw .setting("the version is given twice") }
    if !settingPlaces.isEmpty { throw .lateVersion }
    hasVersion = true
    saysVersion = true
  }
}
