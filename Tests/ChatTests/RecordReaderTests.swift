import Accounts
import Conversation
import Secrets
import Testing

@testable import Chat

/// Bare input for many people: each person's lines are one record, and a malformed record is not
/// used at all.
struct RecordReaderTests {
  private static let form = [Field.username, .password, .repeated]

  /// A record in a form that makes tests readable.
  private enum Found: Equatable {
    case values(Int, [String])
    case misshapen(Int, lines: Int)
    case malformed(Int, line: Int, MalformedInput)
  }

  private func records(_ text: String, fields: [Field] = form) throws -> [Found] {
    try records([Array(text.utf8)], fields: fields)
  }

  private func records(_ pieces: [[UInt8]], fields: [Field] = form) throws -> [Found] {
    try LineReader.feeding(pieces) { lines in
      let reader = RecordReader(lines, shape: RecordShape(fields: fields, policy: .combine))
      var found: [Found] = []
      while let record = try reader.next() {
        switch record.content {
        case .values(let values):
          let texts = values.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
          found.append(.values(record.firstLine, texts))
        case .misshapen(let lines): found.append(.misshapen(record.firstLine, lines: lines))
        case .malformed(let line, let why):
          found.append(.malformed(record.firstLine, line: line, why))
        }
      }
      return found
    }
  }

  @Test
  func `any number of empty or blank lines separate people, also at the beginning and the end`()
    throws
  {
    #expect(
      try records("\n \t\na\nb\nb\n\n\r\n  \nc\nd\nd") == [
        .values(3, ["a", "b", "b"]), .values(9, ["c", "d", "d"]),
      ])
  }

  @Test func `input without lines has no records`() throws {
    #expect(try records("").isEmpty)
    #expect(try records("\n\r\n \n").isEmpty)
  }

  @Test func `a form with two fields has records of two lines`() throws {
    #expect(
      try records("a\nb\n\nc\nd\nd\n", fields: [.username, .password]) == [
        .values(1, ["a", "b"]), .misshapen(4, lines: 3),
      ])
  }

  @Test func `F83 people without an empty line between them are rejected together`() throws {
    #expect(
      try records("a\nb\nb\nc\nd\nd\n\ne\nf\nf\n") == [
        .misshapen(1, lines: 6), .values(8, ["e", "f", "f"]),
      ])
  }

  @Test
  func
    `F83 a record with a missing line is rejected, and the next one begins after the empty line`()
    throws
  {
    #expect(
      try records("a\nb\n\nc\nd\nd\n") == [.misshapen(1, lines: 2), .values(4, ["c", "d", "d"])])
  }

  @Test func `F83 a record whose name equals one of its secrets is rejected`() throws {
    #expect(
      try records("a\na\nb\n\nc\nd\nc\n\nd\ne\ne\n") == [
        .malformed(1, line: 1, .nameIsSecret), .malformed(5, line: 5, .nameIsSecret),
        .values(9, ["d", "e", "e"]),
      ])
  }

  @Test func `F83 a record whose name holds one of its secrets is rejected`() throws {
    #expect(
      try records("annpass\npass\nword\n\nannabc\nabc\nabc\n\nann\nanna\nanna\n") == [
        .malformed(1, line: 1, .nameIsSecret), .values(5, ["annabc", "abc", "abc"]),
        .values(9, ["ann", "anna", "anna"]),
      ])
  }

  @Test(arguments: [
    ",", ";", "|", ":", "=", "/", "\\", "#", "\"", "   ", "\u{A0}", "\u{3000}", "\u{2028}",
    "\u{FF0C}",
    "\u{200B}", "->",
  ])
  func `F83 a username that isn't one word may be the line of a table`(separator: String) throws {
    for line in ["ann\(separator)b", "ann\(separator)", "\(separator)ann"] {
      #expect(
        try records("\(line)\nb\nb\n\nann\nb\(separator)\nb\(separator)\n") == [
          .malformed(1, line: 1, .severalValues),
          .values(5, ["ann", "b\(separator)", "b\(separator)"]),
        ])
    }
  }

  @Test(arguments: [
    "ann@example.org", "o'brien", "a_b-c.d+e", "\u{7AE0}\u{9C7C}", "jose\u{301}", "007",
  ])
  func `names and e-mail addresses are one word`(name: String) throws {
    #expect(try records("\(name)\nx y\nx y\n") == [.values(1, [name, "x y", "x y"])])
  }

  @Test func `F83 a record whose secrets differ may be shifted by a line`() throws {
    #expect(try records("a\nb\nc\n") == [.malformed(1, line: 1, .repeatDiffers)])
  }

  @Test func `a record with a malformed line is rejected`() throws {
    #expect(
      try records([Array("a\n".utf8), [0xFF, 0x0A], Array("b\n\nc\nd\nd\n".utf8)]) == [
        .malformed(1, line: 2, .invalidUTF8), .values(5, ["c", "d", "d"]),
      ])
    #expect(try records("a\nb\0\nb\n") == [.malformed(1, line: 2, .nul)])
    #expect(try records("a\tb\nb\nb\n") == [.malformed(1, line: 1, .controlCharacter)])
  }

  @Test func `a record with a line that is too long is rejected`() throws {
    let long = String(repeating: "x", count: 300_000)
    #expect(
      try records("a\n\(long)\nb\n\nc\nd\n\(long)\n\(long)\n\ne\nf\nf\n") == [
        .malformed(1, line: 2, .tooLong), .misshapen(5, lines: 4), .values(10, ["e", "f", "f"]),
      ])
  }
}

/// Which line answers which question in bare input.
struct BareAnswersTests {
  private final class Lines {
    private(set) var read = 0

    func next() -> LineReader.Line {
      read += 1
      return .bytes(Secret("line\(read)"))
    }
  }

  private let lines = Lines()

  private let conversation = Conversation(policy: .combine, vocabulary: .english)

  private func answers(_ form: [Question]) -> BareAnswers {
    BareAnswers(form: form) { [lines] in lines.next() }
  }

  @Test func `the questions of a form have one line each, in order`() throws {
    let answers = answers([.field(.username), .field(.password), .review])
    for (index, question) in [Question.field(.username), .field(.password), .review].enumerated() {
      #expect(
        try answers.line(for: question, in: conversation) == .bytes(Secret("line\(index + 1)")))
    }
    #expect(lines.read == 3)
  }

  @Test(arguments: [
    Question.field(.username), .offer, .remember, .choice(.afterFailure), .choice(.afterNo),
    .choice(.editWhich), .review, .field(.repeated),
  ])
  func `F84 no line is read for a question out of order, or after it`(
    question: Question
  ) throws {
    let answers = answers([.field(.username), .field(.password), .field(.repeated), .review])
    _ = try answers.line(for: .field(.username), in: conversation)
    #expect(try answers.line(for: question, in: conversation) == nil)
    for later in [Question.field(.password), .field(.repeated), .review, .field(.username)] {
      #expect(try answers.line(for: later, in: conversation) == nil)
    }
    #expect(lines.read == 1)
  }
}
