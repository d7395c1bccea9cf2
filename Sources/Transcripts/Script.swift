import Conversation

/// A parsed transcript, ready to replay.
package struct Script: Sendable {
  package struct Line: Sendable {
    /// The line number, starting at 1.
    package let number: Int
    package let record: Record
    /// The line in its original spelling, without its newline.
    let bytes: ArraySlice<UInt8>

    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// All lines in order: the header, the conversation, the end, and what follows it.
  package let lines: [Line]
  /// The number of lines before the conversation.
  package let headerCount: Int
  /// The index after the last line of the conversation.
  package let conversationEnd: Int
  /// The secrets' classes by name. A `like:` class may replace an earlier one, for the whole
  /// transcript.
  package let secrets: [String: SecretClass]
  /// Whether the text's last line has no newline.
  package let isCutShort: Bool

  /// Parses a whole transcript. A leading byte order mark is ignored. O(bytes).
  ///
  /// - Parameter firstLine: the number of the transcript's first line in its file.
  package init(
    parsing bytes: some Collection<UInt8>, firstLine: Int = 1
  ) throws(TranscriptError) {
    let source = Array(bytes)
    let text = source.starts(with: [0xEF, 0xBB, 0xBF]) ? source[3...] : source[...]
    isCutShort = text.last.map { $0 != 0x0A } ?? false
    var parser = ScriptParser()
    var number = firstLine
    for line in text.dropLast(isCutShort ? 0 : 1).lines {
      try parser.take(line, number: number)
      number += 1
    }
    lines = parser.lines
    headerCount = parser.headerCount ?? lines.count
    conversationEnd = parser.end ?? lines.count
    secrets = parser.secrets
  }
}

extension Collection<UInt8> {
  /// The lines, without their newlines; there is always one more than there are newlines.
  var lines: [SubSequence] { split(separator: 0x0A, omittingEmptySubsequences: false) }
}

extension Script {
  /// The number of the transcript's first line in its file.
  package var firstLine: Int { lines[0].number }

  /// The lines before the conversation.
  package var header: ArraySlice<Line> { lines[..<headerCount] }

  /// The `end>` line; `nil` if there is none.
  package var end: Line? { conversationEnd < lines.count ? lines[conversationEnd] : nil }

  /// The answers and commands in order.
  package var answers: [Line] {
    lines.filter(\.record.isAnswer)
  }

  /// The settings in order, without those that concern only the transcript itself.
  package var settings: [(key: String, value: String, line: Int)] {
    headerSettings.filter { !Self.ownKeys.contains($0.key) }
  }

  /// Why the transcript is expected to differ from its replay, and the line that says so; `nil` if
  /// it is expected to agree.
  package var expectedFailure: (why: String, line: Int)? {
    headerSettings.first { $0.key == "expect-failure" }.map { ($0.value, $0.line) }
  }

  /// The number of header lines up to and including the last setting.
  package var settingsEnd: Int {
    let last = header.lastIndex { if case .setting = $0.record { true } else { false } }
    return last.map { $0 + 1 } ?? 1
  }

  private var headerSettings: [(key: String, value: String, line: Int)] {
    header.compactMap { line in
      if case .setting(let key, let value) = line.record { (key, value, line.number) } else { nil }
    }
  }

  /// The settings that concern only the transcript itself.
  static let ownKeys = ["transcript", "expect-failure"]

  /// The names and classes of the secrets and the lines that introduce them, in order.
  package var secretLines: [(name: String, secretClass: SecretClass, line: Int)] {
    lines.compactMap { line in
      guard case .secret(let name, let secretClass) = line.record else { return nil }
      return (name, secretClass, line.number)
    }
  }

  /// The maximum length of a line, in bytes: the longest answer and its sigil.
  static var longestLine: Int { MalformedInput.longestLine + 5 }

  /// Whether a file is a transcript, judging by its first lines: `@ transcript …`, optionally after
  /// `#!…` and comments, or `#!…` and a setting. `#!…` alone can begin any program.
  package static func isBegun(by bytes: some Collection<UInt8>) -> Bool {
    let lines = bytes.lines
    guard begins(with: lines[0]) else { return false }
    let heading = lines.first { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    return heading?.starts(with: "@ ".utf8) ?? false
  }

  /// Whether input is a transcript, judging by the bytes of its first line.
  package static func begins(with line: some Collection<UInt8>) -> Bool {
    line.starts(with: "#!".utf8) || line.starts(with: "@ transcript ".utf8)
  }
}
