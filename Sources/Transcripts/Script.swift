import Conversation

/// A transcript, read and ready to be held: its answers in order, with everything that stands between
/// them kept where it stood.
///
/// The text is kept once, as it is, with a list of where its lines stand. Most of them are only compared with
/// what the bot says now, and are never made into records.
package struct Script: Sendable {
  /// What kind of line stands in a place, as far as a conversation is to know without reading it.
  package enum Kind: Equatable, Sendable {
    /// What the bot says.
    case bot(Tone)
    /// An answer; of a secret, which of the secrets it is.
    case you
    case key(Int)
    /// A comment, a setting, or a secret's name and class.
    case note
    case end
  }

  /// Where a line stands in the text, without its newline.
  struct Place: Sendable {
    let kind: Kind
    /// Counted from 1.
    let number: Int
    let start: Int
    let end: Int
  }

  /// A line as it was written.
  package struct Line: Equatable, Sendable {
    /// Counted from 1.
    package let number: Int
    let source: [UInt8]
    let range: Range<Int>

    package var text: String { String(decoding: source[range], as: UTF8.self) }

    /// The same line, without the rest of the text.
    package var alone: Line {
      Line(number: number, source: Array(source[range]), range: 0..<range.count)
    }

    /// The line, read. O(bytes).
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
    }

    package static func == (left: Turn, right: Turn) -> Bool {
      left.input == right.input && left.expected == right.expected
        && left.notes.map(\.after) == right.notes.map(\.after)
        && left.notes.map(\.line) == right.notes.map(\.line)
    }
  }

  let source: [UInt8]
  /// All lines, in order: the header, the conversation, the end, and what follows that.
  var places: [Place] = []
  /// How many lines stand before the conversation.
  package internal(set) var headerCount = 0
  /// The place of the end among the lines; nil where there is none.
  var endPlace: Int?
  /// How many answers there are.
  package internal(set) var answers = 0
  /// The places of the settings, without those of what concerns the transcript alone.
  var settingPlaces: [Int] = []
  /// Behind how many of the header's lines its last setting stands.
  package internal(set) var settingsEnd = 0
  /// That, and why, the transcript is not expected to come out as it is written; nil where it is.
  package internal(set) var expectedFailure: (why: String, line: Int)?
  var secretTable = SecretTable()
  /// The text's last line had no newline.
  package internal(set) var isCutShort = false
  /// Whether the version is known: a line has said it, or the first line is `#!…`.
  var hasVersion = false
  /// Whether a line has said the version.
  var saysVersion = false
  /// Whether a line of the conversation, or the end, was read.
  var hasConversation = false
}

extension Script {
  /// The number of the first line in the file that it stands in.
  package var firstLine: Int { places[0].number }

  /// The settings in order, without what concerns the transcript alone. O(settings).
  package var settings: [(key: String, value: String, line: Int)] {
    settingPlaces.compactMap { place in
      guard case .setting(let key, let value) = line(place).record else { return nil }
      return (key, value, places[place].number)
    }
  }

  /// Everything before the conversation begins.
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

  /// Where secrets get their names, in order.
  package var secretLines: [(name: String, line: Int)] {
    (0..<conversationEnd).filter { places[$0].kind == .note }.compactMap {
      if case .secret(let name, _) = line($0).record { (name, places[$0].number) } else { nil }
    }
  }

  /// The secrets' classes by their names. `like:` may replace another class, for the whole transcript.
  package var secrets: [String: SecretClass] {
    Dictionary(uniqueKeysWithValues: secretTable.all.map { ($0.name, $0.secretClass) })
  }

  /// The class of a `key>` line's secret.
  package func secretClass(_ number: Int) -> SecretClass { secretTable.all[number].secretClass }

  /// The longest line, in bytes: the longest answer and its sigil.
  static var longestLine: Int { MalformedInput.longestLine + 5 }

  /// Whether a file is a transcript, by its first lines: `@ transcript …`, after `#!…` and comments if there are
  /// any, or `#!…` and a setting. A program's `#!…` alone says nothing.
  package static func isBegun(by bytes: some Collection<UInt8>) -> Bool {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let first = lines.first, begins(with: first) else { return false }
    let heading = lines.first { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    return heading?.starts(with: "@ ".utf8) ?? false
  }

  /// Whether input is a transcript, by its first line's bytes.
  package static func begins(with line: some Collection<UInt8>) -> Bool {
    line.starts(with: "#!".utf8) || line.starts(with: "@ transcript ".utf8)
  }
}

/// The lines by their numbers, counted from 0, for whoever goes through them one by one.
extension Script {
  /// Behind the conversation's last line, before the end.
  package var conversationEnd: Int { endPlace ?? places.count }

  package var count: Int { places.count }

  package func kind(of place: Int) -> Kind { places[place].kind }

  /// Counted from 1.
  package func number(of place: Int) -> Int { places[place].number }

  /// What stands behind a sigil of four bytes and its space.
  package func text(_ place: Int) -> String {
    withText(place) { String(decoding: $0, as: UTF8.self) }
  }

  /// Appends lines that follow one another, with their newlines.
  package func write(_ lines: Range<Int>, to text: inout [UInt8]) {
    if lines.isEmpty { return }
    let range = places[lines.lowerBound].start..<places[lines.upperBound - 1].end
    source.withUnsafeBufferPointer {
      text.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range]))
    }
    text.append(UInt8(ascii: "\n"))
  }

  package func line(_ place: Int) -> Line {
    let place = places[place]
    return Line(number: place.number, source: source, range: place.start..<place.end)
  }

  /// Lends the text before the conversation.
  package func withHeader<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let end = headerCount == 0 ? 0 : places[headerCount - 1].end
    return source.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
  }

  /// Lends what stands behind a sigil of four bytes and its space.
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
  /// The first secret that comes from the environment or a file, by its name, and its line; nil where none
  /// does. O(lines).
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
