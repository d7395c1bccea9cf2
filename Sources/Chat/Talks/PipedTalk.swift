import Conversation
import Glibc
import Runtime
import Secrets
import Transcripts

/// Conducts conversations without a terminal: with transcripts, bare answers or a program's events.
/// The output is itself a transcript, or its records as JSON.
package struct PipedTalk {
  private let given: RawSettings
  private let file: String?
  private let host: any Host
  private let time: any Time

  /// - Parameters:
  ///   - given: The settings of the command line.
  ///   - file: The path of the input, or `nil` for stdin.
  package init(given: RawSettings, file: String?, host: any Host, time: any Time) {
    (self.given, self.file, self.host, self.time) = (given, file, host, time)
  }

  /// Returns the exit status.
  package func run() throws -> Int32 {
    let descriptor = try openInput()
    let name = file ?? "stdin"
    let lines = LineReader(descriptor: descriptor, name: name)
    // No input yet: the other program may be waiting for the bot's first question.
    if !lines.isReady(within: Self.patience), let settings = try settingsOfWaiting() {
      let session = ConversationRun(host, on: time, name: name, descriptor: descriptor, lines)
      return try BareTalk(settings, session).runOne(lines, lateFirst: true)
    }
    // A program's first event may be longer than any answer.
    lines.longest = RequestStream.longestLine
    let first = try lines.next()
    if case .bytes(let line) = first, first.beginsTranscript {
      if try isOfMany() {
        throw Exit.malformed(
          "\(name): the first line begins a transcript, but --repeat expects people's lines or a"
            + " program's events; none of it was used"
            + " (several transcripts in a row need no option)")
      }
      let session = ConversationRun(host, on: time, name: name, descriptor: descriptor, lines)
      let reader = ScriptReader(lines, firstLine: line.withBytes(Array.init))
      return try ScriptTalk(
        given: given, folder: file.flatMap(InputFile.folder), session: session
      ).run(reader)
    }
    let content = try firstContent(first, lines)
    let settings = try host.settings(given)
    if settings.checks {
      throw Exit.malformed(
        "\(name): --check needs a transcript, but the first line begins none; nothing was used")
    }
    let isEvent = content.beginsObject || lines.longLineBegins == UInt8(ascii: "{")
    if isEvent, settings.format != .text {
      return try HeadlessTalk(settings: settings, name: name, host: host, time: time).run(lines)
    }
    lines.longest = MalformedInput.longestLine
    let session = ConversationRun(host, on: time, name: name, descriptor: descriptor, lines)
    let talk = BareTalk(settings, session)
    return try settings.repeats
      ? talk.runMany(lines) : talk.runOne(lines, lateFirst: false)
  }

  /// How long to wait for the other program's first line before asking, in milliseconds.
  private static let patience: Int32 = 500

  /// Whether `--repeat` or another source of settings says that the input contains many people.
  private func isOfMany() throws -> Bool {
    // Check the other settings only if `repeat` is given: the transcript may still override them.
    try (given[.repeats] ?? host.fallbacks()[.repeats]) != nil && host.settings(given).repeats
  }

  /// Returns the settings for a conversation in which the bot asks before it reads, or `nil` if the
  /// input must come first, as records of many people, a program's events and a transcript to
  /// compare do.
  private func settingsOfWaiting() throws -> Settings? {
    let settings = try host.settings(given)
    let isTold = settings.repeats || settings.checks || settings.format == .jsonl
    return isTold ? nil : settings
  }

  private func openInput() throws -> Int32 {
    guard let file else { return 0 }
    return try InputFile.open(file, allowsPipes: true).get()
  }

  /// Returns the first line that is not blank, without consuming any. A program may send blank
  /// lines first, and the secrets in its events must still not be taken for answers.
  private func firstContent(
    _ first: LineReader.Line, _ lines: LineReader
  ) throws -> LineReader.Line {
    var passed = [first]
    while passed[passed.count - 1].isBlank, passed.count < Self.mostBlankLines {
      passed.append(try lines.next())
    }
    for line in passed.reversed() { lines.unread(line) }
    return passed[passed.count - 1]
  }

  private static let mostBlankLines = 64
}
