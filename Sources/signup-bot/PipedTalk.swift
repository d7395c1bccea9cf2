import Chat
import Conversation
import Glibc
import Secrets
import Transcripts

/// Conversations without a terminal: held with transcripts, with bare answers, or with a program. What is
/// printed is itself a transcript, or its records as JSON.
struct PipedTalk {
  let given: RawSettings
  let file: String?
  let time: any Time

  /// Returns the exit status.
  func run() throws -> Int32 {
    let descriptor = try openInput()
    let name = file ?? "stdin"
    let lines = LineReader(descriptor: descriptor, name: name)
    // Whoever waits for the bot's question writes nothing before it.
    if !lines.isReady(within: Self.patience), let settings = try settingsOfWaiting() {
      let session = Session(on: time, name: name, descriptor: descriptor, lines)
      return try BareTalk(settings, session).runOne(lines, lateFirst: true)
    }
    // A program's first event may be longer than any answer.
    lines.longest = RequestStream.longestLine
    let first = try lines.next()
    if case .bytes(let line) = first, first.beginsTranscript {
      if try isOfMany() { throw TranscriptOfMany() }
      let session = Session(on: time, name: name, descriptor: descriptor, lines)
      let reader = ScriptReader(lines, firstLine: line.withBytes(Array.init))
      return try ScriptTalk(
        given: given, folder: file.flatMap(InputFile.folder), session: session
      ).run(reader)
    }
    let content = try firstContent(first, lines)
    let settings = try settings()
    let isEvent = content.beginsObject || lines.longLineBegins == UInt8(ascii: "{")
    if isEvent, settings.format != .text {
      return try HeadlessTalk(settings: settings, name: name, time: time).run(lines)
    }
    lines.longest = MalformedInput.longestLine
    let session = Session(on: time, name: name, descriptor: descriptor, lines)
    let talk = BareTalk(settings, session)
    return try settings.repeats
      ? talk.runMany(lines) : talk.runOne(lines, lateFirst: false)
  }

  /// In milliseconds: what a program that has something to say may take to begin.
  private static let patience: Int32 = 500

  /// Whether the input was said to be of many people.
  private func isOfMany() throws -> Bool {
    var raw = given
    try Surroundings.addFallbacks(to: &raw)
    // A transcript may choose what is left open here, so that all else is its own matter.
    return try raw[.repeats] != nil && settings().repeats
  }

  private func settings() throws -> Settings {
    var raw = given
    try Surroundings.addFallbacks(to: &raw)
    return try Settings(raw, in: Surroundings.forSettings)
  }

  /// The settings of a conversation whose other end waits to be asked; `nil` if the input has to tell what it is: records
  /// of many people are read whole, and a program's events begin.
  private func settingsOfWaiting() throws -> Settings? {
    let settings = try settings()
    return settings.repeats || settings.format == .jsonl ? nil : settings
  }

  private func openInput() throws -> Int32 {
    guard let file else { return 0 }
    return try InputFile.open(file, allowsPipes: true).get()
  }

  /// The first line that is not blank, of a few: a program may begin with some, and its secrets are not to
  /// be taken for answers then. All lines are still to be read.
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
