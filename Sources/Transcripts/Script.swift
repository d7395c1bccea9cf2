import Conversation

/// A parsed transcript, ready to replay: its answers in order, and everything between them in its
/// place.
///
/// The text is stored once and unchanged, with a list of its lines' positions. Most lines are only
/// compared with what the bot says now, and never become records.
package struct Script: Sendable {
  /// The kind of a line, as far as a conversation must know it without parsing the line.
  package enum Kind: Equatable, Sendable {
    /// A line of the bot.
    case bot(Tone)
    /// An answer. For a secret, the associated value is its index.
    case you
    case key(Int)
    /// A comment, a setting, or the name and class of a secret.
    case note
    case end
  }

  /// The position of a line in the text, without its newline.
  struct LinePosition: Sendable {
    let kind: Kind
    /// The line number, starting at 1.
    let number: Int
    let start: Int
    let end: Int
  }

  /// A line in its original spelling.
  package struct Line: Equatable, Sendable {
    /// The line number, starting at 1.
    package let number: Int
    let source: [UInt8]
    let range: Range<Int>

    package var text: String { String(decoding: source[range], as: UTF8.self) }

    /// The parsed line. O(bytes).
    package var record: Record {
      source.withUnsafeBufferPointer { source in
        guard let record = try? LineParser.record(.init(rebasing: source[range]), isPlain: false)
        else { fatalError("a line that was read once can be read again") }
        return record
      }
    }

    package static func == (left: Line, right: Line) -> Bool {
      left.number == right.number && left.source[left.range] == right.source[right.range]
    }
  }

  /// An answer and everything up to the next one.
  package struct Turn: Equatable, Sendable {
    /// The answer; `nil` in the opening turn, which has none.
    package let input: Line?
    /// The bot's lines in the transcript.
    package internal(set) var expected: [Line] = []
    /// The comments and the names of secrets, each with the number of the bot's lines before it.
    package internal(set) var notes: [(after: Int, line: Line)] = []

    init(input: Line?) {
      self.input = input
    }

    package static func == (left: Turn, right: Turn) -> Bool {
      left.input == right.input && left.expected == right.expected
        && left.notes.map(\.after) == right.notes.map(\.after)
        && left.notes.map(\.line) == right.notes.map(\.line)
    }
  }

  let source: [UInt8]
  /// All lines in order: the header, the conversation, the end, and what follows it.
  var places: [LinePosition] = []
  /// The number of lines before the conversation.
  package internal(set) var headerCount = 0
  /// The index of the `end>` line; `nil` if there is none.
  var endPlace: Int?
  /// The number of answers.
  package internal(set) var answers = 0
  /// The indexes of the settings, without those that concern only the transcript itself.
  var settingPlaces: [Int] = []
  /// The number of header lines up to and including the last setting.
  package internal(set) var settingsEnd = 0
  /// Why the transcript is expected to differ from its replay; `nil` if it is expected to agree.
  package internal(set) var expectedFailure: (why: String, line: Int)?
  var secretTable = SecretTable()
  /// Whether the text's last line has no newline.
  package internal(set) var isCutShort = false
  /// Whether the version is known: a line states it, or the first line is `#!…`.
  var hasVersion = false
  /// Whether a line states the version.
  var saysVersion = false
  /// Whether a line of the conversation or the `end>` line has been read.
  var hasConversation = false
}

extension Script {
  /// The number of the transcript's first line in its file.
  package var firstLine: Int { places[0].number }

  /// The settings in order, without those that concern only the transcript itself. O(settings).
  package var settings: [(key: String, value: String, line: Int)] {
    settingPlaces.compactMap { place in
      guard case .setting(let key, let value) = line(place).record else { return nil }
      return (key, value, places[place].number)
    }
  }

  /// The lines before the conversation.
  package var header: [Line] { (0..<headerCount).map(line) }

  package var end: Line? { endPlace.map(line) }

  /// The conversation's turns. Never empty: the first is the opening.
  package var turns: [Turn] {
    var turns = [Turn(input: nil)]
    for place in headerCount..<conversationEnd {
      let last = turns.count - 1
      switch places[place].kind {
      case .bot: turns[last].expected.append(line(place))
      case .you, .key: turns.append(Turn(input: line(place)))
      case .note, .end: turns[last].notes.append((turns[last].expected.count, line(place)))
      }
    }
    return turns
  }

  /// The names of the secrets and the lines that introduce them, in order.
  package var secretLines: [(name: String, line: Int)] {
    (0..<conversationEnd).filter { places[$0].kind == .note }.compactMap {
      if case .secret(let name, _) = line($0).record { (name, places[$0].number) } else { nil }
    }
  }

  /// The secrets' classes by name. A `like:` class may replace an earlier one, for the whole
  /// transcript.
  package var secrets: [String: SecretClass] {
    Dictionary(uniqueKeysWithValues: secretTable.all.map { ($0.name, $0.secretClass) })
  }

  /// Returns the class of a secret by its index, as in `Kind.key`.
  package func secretClass(_ number: Int) -> SecretClass { secretTable.all[number].secretClass }

  /// The maximum length of a line, in bytes: the longest answer and its sigil.
  static var longestLine: Int { MalformedInput.longestLine + 5 }

  /// Whether a file is a transcript, judging by its first lines: `@ transcript …`, optionally after
  /// `#!…` and comments, or `#!…` and a setting. `#!…` alone can begin any program.
  package static func isBegun(by bytes: some Collection<UInt8>) -> Bool {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let first = lines.first, begins(with: first) else { return false }
    let heading = lines.first { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    return heading?.starts(with: "@ ".utf8) ?? false
  }

  /// Whether input is a transcript, judging by the bytes of its first line.
  package static func begins(with line: some Collection<UInt8>) -> Bool {
    line.starts(with: "#!".utf8) || line.starts(with: "@ transcript ".utf8)
  }
}

/// Access to single lines by their indexes, starting at 0.
extension Script {
  /// The index after the last line of the conversation.
  package var conversationEnd: Int { endPlace ?? places.count }

  package var count: Int { places.count }

  package func kind(of place: Int) -> Kind { places[place].kind }

  /// The line number, starting at 1.
  package func number(of place: Int) -> Int { places[place].number }

  /// Returns the text after a sigil of four bytes and its space.
  package func text(_ place: Int) -> String {
    withText(place) { String(decoding: $0, as: UTF8.self) }
  }

  package func line(_ place: Int) -> Line {
    let place = places[place]
    return Line(number: place.number, source: source, range: place.start..<place.end)
  }

  /// Calls a closure with the text after a sigil of four bytes and its space.
  package func withText<Result>(
    _ place: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let place = places[place]
    return source.withUnsafeBytes { source in
      body(UnsafeRawBufferPointer(rebasing: source[min(place.start + 5, place.end)..<place.end]))
    }
  }
}

extension Script: Equatable {
  package static func == (left: Script, right: Script) -> Bool {
    left.isCutShort == right.isCutShort && left.places.count == right.places.count
      && left.places.indices.allSatisfy { left.line($0) == right.line($0) }
  }
}

extension Script {
  /// The name and the line of the first secret that comes from the environment or a file; `nil` if
  /// there is none. O(lines).
  package var firstOutsideSecret: (name: String, line: Int)? {
    guard secretTable.all.contains(where: \.secretClass.isOutside) else { return nil }
    for index in places.indices where places[index].kind == .note {
      let line = line(index)
      if case .secret(let name, let secretClass) = line.record, secretClass.isOutside {
        return (name, line.number)
      }
    }
    return nil
  }
}
