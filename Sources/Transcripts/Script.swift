import Conversation

/// A transcript, read and ready to be held: its answers in order, with everything that stands between
/// them kept where it stood.
package struct Script: Equatable, Sendable {
  /// A line as it was written.
  package struct Line: Equatable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let record: Record
    /// Its text, where the record can be written in more than one way: a line is kept once.
    let written: String?

    package var text: String { written ?? record.description }
  }

  /// What follows one answer up to the next.
  package struct Turn: Equatable, Sendable {
    /// Nil for the opening turn, in which nobody has answered yet.
    package let input: Line?
    /// What the bot said, as the transcript has it.
    package internal(set) var expected: [Line] = []
    /// Comments and secrets' names, each with how many of the bot's lines stand before it.
    package internal(set) var notes: [(after: Int, line: Line)] = []

    init(input: Line?) {
      self.input = input
      // Growing from one line to two and to four costs more than reading them.
      expected.reserveCapacity(4)
    }

    package static func == (left: Turn, right: Turn) -> Bool {
      left.input == right.input && left.expected == right.expected
        && left.notes.map(\.after) == right.notes.map(\.after)
        && left.notes.map(\.line) == right.notes.map(\.line)
    }
  }

  /// Everything before the conversation begins.
  package private(set) var header: [Line] = []
  /// Never empty: the first is the opening.
  package private(set) var turns = [Turn(input: nil)]
  package private(set) var end: Line?
  /// Comments after the end.
  package private(set) var trailer: [Line] = []
  /// The secrets' classes by their names. `like:` may replace another class, for the whole transcript.
  package private(set) var secrets: [String: SecretClass] = [:]
  /// The text's last line had no newline.
  package private(set) var isCutShort = false

  /// The settings in order, without what concerns the transcript alone.
  package var settings: [(key: String, value: String, line: Int)] {
    header.compactMap {
      guard case .setting(let key, let value) = $0.record, key != "transcript",
        key != Self.expectFailure
      else { return nil }
      return (key, value, $0.number)
    }
  }

  /// Where secrets get their names, in order.
  package var secretLines: [(name: String, line: Int)] {
    (header + turns.flatMap { $0.notes.map(\.line) }).compactMap {
      if case .secret(let name, _) = $0.record { (name, $0.number) } else { nil }
    }
  }

  private static let expectFailure = "expect-failure"

  /// That, and why, the transcript is not expected to come out as it is written; nil where it is.
  package var expectedFailure: (why: String, line: Int)? {
    header.lazy.compactMap { line -> (why: String, line: Int)? in
      guard case .setting(Self.expectFailure, let why) = line.record else { return nil }
      return (why, line.number)
    }.first
  }

  /// The longest line, in bytes: the longest answer and its sigil.
  static let longestLine = MalformedInput.longestLine + 5

  /// Whether input is a transcript, by its first line's bytes.
  package static func begins(with line: some Collection<UInt8>) -> Bool {
    line.starts(with: "#!".utf8) || line.starts(with: "@ transcript ".utf8)
  }

  /// Reads a whole transcript. A byte order mark before it is passed over. O(bytes).
  ///
  /// - Parameter firstLine: the number of its first line in the file that it stands in.
  package init(
    parsing bytes: some Collection<UInt8>, firstLine: Int = 1
  ) throws(TranscriptError) {
    // In one piece, to be looked at without a call for each byte.
    try Array(bytes).withUnsafeBufferPointer { bytes throws(TranscriptError) in
      try read(bytes, firstLine: firstLine)
    }
  }

  private mutating func read(
    _ bytes: LineParser.Bytes, firstLine: Int
  ) throws(TranscriptError) {
    isCutShort = bytes.last.map { $0 != 0x0A } ?? false
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = firstLine
    repeat {
      let odd = Words.firstUnprintable(bytes, from: start)
      // Nearly all lines are printable ASCII, and then need no second look.
      let isPlain = odd == bytes.count || bytes[odd] == 0x0A
      let end = isPlain ? odd : bytes[odd...].firstIndex(of: 0x0A) ?? bytes.count
      let line = LineParser.Bytes(rebasing: bytes[start..<end])
      if number == firstLine, !Self.begins(with: line) {
        throw TranscriptError(line: number, .noVersion)
      }
      try take(line, isPlain: isPlain, number: number)
      (start, number) = (end + 1, number + 1)
    } while start < bytes.count
    guard hasVersion else { throw TranscriptError(line: number - 1, .noVersion) }
  }

  private var hasVersion = false
  private var hasEnded = false
  private var hasBegun: Bool { turns.count > 1 || !turns[0].expected.isEmpty || hasEnded }

  private mutating func take(
    _ bytes: LineParser.Bytes, isPlain: Bool, number: Int
  ) throws(TranscriptError) {
    guard bytes.count <= Self.longestLine else { throw TranscriptError(line: number, .tooLong) }
    guard isPlain || String(validating: bytes, as: UTF8.self) != nil else {
      throw TranscriptError(line: number, .notUTF8)
    }
    if bytes.last == 0x0D { throw TranscriptError(line: number, .carriageReturn) }
    do {
      let record = try LineParser.record(bytes, isPlain: isPlain)
      let written = record.hasOneSpelling ? nil : String(decoding: bytes, as: UTF8.self)
      try place(Line(number: number, record: record, written: written))
    } catch {
      throw TranscriptError(line: number, error)
    }
  }

  private mutating func place(_ line: Line) throws(TranscriptError.Reason) {
    if hasEnded { return try follow(line) }
    switch line.record {
    case .shebang:
      if line.number == 1 { header.append(line) } else { note(line) }
    case .comment: note(line)
    case .setting(let key, let value):
      if hasBegun { throw .lateSetting(key) }
      try checkVersion(key, value)
      header.append(line)
    case .secret(let name, let secretClass):
      if !hasVersion { throw .noVersion }
      if secrets[name] != nil, !secretClass.isLike { throw .secretNamedTwice(name) }
      secrets[name] = secretClass
      note(line)
    case .bot:
      if !hasVersion { throw .noVersion }
      turns[turns.count - 1].expected.append(line)
    case .you, .key:
      if !hasVersion { throw .noVersion }
      if case .key(let name) = line.record, secrets[name] == nil { throw .literalSecret }
      turns.append(Turn(input: line))
    case .end:
      if !hasVersion { throw .noVersion }
      end = line
      hasEnded = true
    }
  }

  /// Of what follows the end, `#!` may be another file's first line, put behind this one's last.
  private mutating func follow(_ line: Line) throws(TranscriptError.Reason) {
    switch line.record {
    case .comment, .shebang: trailer.append(line)
    case .setting, .secret, .bot, .you, .key, .end: throw .afterEnd
    }
  }

  private mutating func note(_ line: Line) {
    if hasBegun {
      let after = turns[turns.count - 1].expected.count
      turns[turns.count - 1].notes.append((after, line))
    } else {
      header.append(line)
    }
  }

  private mutating func checkVersion(
    _ key: String, _ value: String
  ) throws(TranscriptError.Reason) {
    guard key == "transcript" else {
      if !hasVersion { throw .noVersion }
      return
    }
    guard value == "1" else { throw .unknownVersion(value) }
    if hasVersion { throw .setting("the version is said twice") }
    hasVersion = true
  }
}
