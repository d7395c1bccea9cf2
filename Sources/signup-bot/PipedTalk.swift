import Chat
import Glibc
import Secrets
import Transcripts

/// Conversations without a terminal: held with transcripts, with bare answers, or with a program. What is
/// printed is itself a transcript, or its records as JSON.
struct PipedTalk {
  let given: RawSettings
  let file: String?
  let time: RealTime

  /// Returns the exit status.
  func run() async throws -> Int32 {
    let descriptor = try openInput()
    let name = file ?? "stdin"
    let lines = LineReader(descriptor: descriptor, name: name)
    let first = try lines.next()
    if case .bytes(let line) = first, line.withBytes({ Script.begins(with: $0) }) {
      let session = Session(on: time, name: name, descriptor: descriptor, lines)
      let reader = ScriptReader(lines, firstLine: line.withBytes(Array.init))
      return try await ScriptTalk(given: given, session: session).run(reader)
    }
    let content = try firstContent(first, lines)
    var raw = given
    try Surroundings.addFallbacks(to: &raw)
    let settings = try Settings(raw, in: Surroundings.forSettings)
    if beginsAnObject(content), settings.format != .text {
      return try await HeadlessTalk(settings: settings, name: name, time: time).run(lines)
    }
    let session = Session(on: time, name: name, descriptor: descriptor, lines)
    return try await BareTalk(settings: settings, session: session).run(lines)
  }

  private func openInput() throws -> Int32 {
    guard let file else { return 0 }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: file, errno: errno)
    }
    return descriptor
  }

  /// The first line that is not blank, of a few: a program may begin with some, and its secrets are not to
  /// be taken for answers then. All lines are still to be read.
  private func firstContent(
    _ first: LineReader.Line, _ lines: LineReader
  ) throws -> LineReader.Line {
    var passed = [first]
    while isBlank(passed[passed.count - 1]), passed.count < Self.mostBlankLines {
      passed.append(try lines.next())
    }
    for line in passed.reversed() { lines.unread(line) }
    return passed[passed.count - 1]
  }

  private static let mostBlankLines = 64

  private func isBlank(_ line: LineReader.Line) -> Bool {
    guard case .bytes(let line) = line else { return false }
    return line.withBytes { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  }

  /// A program speaks in objects; no line of theirs is taken for an answer.
  private func beginsAnObject(_ line: LineReader.Line) -> Bool {
    guard case .bytes(let line) = line else { return false }
    return line.withBytes { bytes in
      bytes.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "{")
    }
  }
}
