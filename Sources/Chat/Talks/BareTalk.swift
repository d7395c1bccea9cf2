import Accounts
import Conversation
import Glibc
import Runtime
import Secrets
import Transcripts

/// Conducts a conversation with bare answers, or with `--repeat`, one for each person.
struct BareTalk {
  let settings: Settings
  let session: ConversationRun

  init(_ settings: Settings, _ session: ConversationRun) {
    self.settings = settings.withoutChoices
    self.session = session
  }

  /// Conducts one conversation. The bot asks before it reads.
  ///
  /// - Parameter lateFirst: Whether the first line is read only after the bot has asked. It must
  ///   then be an answer.
  /// - Returns: The exit status.
  func runOne(_ lines: LineReader, lateFirst: Bool) throws -> Int32 {
    // A program that waits for the questions sends no later line before its question, and one that
    // sends all of them sends none after the last.
    func ahead(_ most: Int, _ areExpected: Bool) throws -> [LineReader.Line] {
      let isPatient = areExpected && !lateFirst
      return try lines.ahead(most, within: isPatient ? Self.patience : Self.shortPatience)
    }
    let answers = BareAnswers(form: settings.form, ahead: ahead) {
      let line = try lines.next()
      if lateFirst, lines.number == 1,
        line.beginsTranscript || line.beginsObject && settings.format != .text
      {
        throw Exit.malformed(
          "\(session.name): a transcript or an event came after the bot had asked for an answer;"
            + " none of it was used"
            + " (name the transcript as FILE; for events, give --format jsonl)")
      }
      return line
    }
    guard let (outcome, state) = try conduct(settings, answers, are: .answers, at: nil) else {
      return session.end(hasSummary: false)
    }
    let unused = try outcome.hasNoRest ? nil : unusedLines(of: lines, after: outcome)
    session.ended(outcome, state, settings.catalogue, at: nil, unusedLines: unused)
    // If a line that is not an answer ended the conversation, the report above explains the rest.
    // After any other end, the remaining lines were meant for something.
    if let unused, !outcome.isLeft {
      let after = outcome.refusesShape ? "" : "after the conversation's end "
      session.complain(at: nil, "lines \(after)that were not used: \(unused)")
      if outcome.exitStatus == 0 { session.isMalformed() }
    }
    return session.end(hasSummary: false)
  }

  /// Returns the number of remaining lines as text, or `nil` if there are none.
  private func unusedLines(of lines: LineReader, after outcome: Outcome) throws -> String? {
    let rest = try lines.countRest(upTo: Self.mostCounted, within: Self.patience)
    if rest == Self.mostCounted { return "\(rest) or more" }
    let count = rest + (outcome.refusesShape ? 1 : 0)
    return count == 0 ? nil : "\(count)"
  }

  /// Returns why the policy refuses a person's name, or `nil` if it doesn't.
  private func refusal(of name: Secret) -> [Message]? {
    let name = Username(name.withBytes { String(decoding: $0, as: UTF8.self) })
    guard case .failed(let why) = settings.policy.judge(username: name) else { return nil }
    return why.map(\.message)
  }

  /// How long to wait for the other program to end its stream or write another line, in
  /// milliseconds.
  private static let patience: Int32 = 500
  /// How long to wait for a line that isn't expected, in milliseconds.
  private static let shortPatience: Int32 = 50
  private static let mostCounted = 1000

  /// Conducts one conversation for each person's record.
  ///
  /// - Returns: The exit status.
  func runMany(_ lines: LineReader) throws -> Int32 {
    let policy = settings.askedPolicy
    let fields = policy.fields
    let shape = RecordShape(fields: fields, policy: policy)
    let records = RecordReader(lines, shape: shape)
    session.reached(.before(line: 1))
    people: while let record = try records.next() {
      session.reached(.at(line: record.firstLine))
      switch record.content {
      case .values(let values): try conduct(values, at: record.firstLine)
      case .misshapen(let count):
        session.isRefused(
          at: record.firstLine,
          "\(count) \(count == 1 ? "line" : "lines") where \(fields.count) were expected ("
            + fields.map(\.name).joined(separator: ", ")
            + "), with an empty line between people; neither they nor what follows was used")
        // After an empty line in the wrong place, all later records may have a secret as the name.
        try refuseRest(of: records, after: record.firstLine)
        break people
      case .malformed(let line, let why):
        session.isRefused(
          at: line, settings.catalogue.words(for: Message(why.message)))
      }
      session.reached(.before(line: lines.number + 1))
    }
    return session.end(hasSummary: true)
  }

  /// Reports the people whose records are not used because of one before them.
  private func refuseRest(of records: RecordReader, after line: Int) throws {
    while let record = try records.next() {
      session.isRefused(at: record.firstLine, "not used, because of the record at line \(line)")
    }
  }

  /// Conducts a conversation with one person's values. If the policy refuses the name, nothing is
  /// shown or looked up: the lines may be in the wrong order.
  private func conduct(_ values: [Secret], at line: Int) throws {
    if let complaints = refusal(of: values[0]) {
      let outcome = Outcome.refused(.field(.username))
      let why = Exit.words(for: outcome, complaints.map(settings.catalogue.words))
      return session.isRefused(at: line, why ?? "", as: outcome)
    }
    var rest = values[...]
    let settings = settings.after(UInt64(session.tally.conversations))
    var form = settings.form
    form.removeAll { $0 == .review }
    let answers = BareAnswers(form: form) { rest.popFirst().map { .bytes($0) } ?? .end }
    var many = settings
    many.yes = true
    if let (outcome, state) = try conduct(many, answers, are: .values, at: line) {
      session.ended(outcome, state, many.catalogue, at: line)
    }
  }

  /// Runs a conversation to its end without reporting how it ended.
  ///
  /// - Parameter line: The line to name in messages, or `nil` if there is only one conversation.
  /// - Returns: `nil` if the conversation broke off because it was about to write a secret.
  private func conduct(
    _ settings: Settings, _ answers: BareAnswers, are kind: BareFrontend.Kind,
    at line: Int?
  ) throws -> (Outcome, Conversation)? {
    let outlet = session.outlet
    try outlet.begin(settings)
    let writer = TranscriptWriter(seed: settings.world.seed, holdsTurns: false) { lines in
      for line in lines { try outlet.write(line) }
    }
    try writer.begin(settings: settings.forTranscripts)
    let frontend = BareFrontend(answers, are: kind, writer: writer, settings)
    Watch.tripwire.reset()
    let driver = settings.driver(
      frontend, try session.host.service(settings, session.time.clock), in: session.time,
      tripwire: Watch.tripwire, memory: session.host.memory(settings, offersUsername: false),
      witness: session.witness)
    do {
      let outcome = try driver.run()
      return (outcome, driver.conversation)
    } catch let leak as SecretLeak {
      try session.brokeOff(before: leak, driver.conversation, at: line)
      return nil
    }
  }
}

extension Outcome {
  /// Whether the lines that remain are not counted, because one before them is no text.
  fileprivate var hasNoRest: Bool {
    if case .malformed = self { !refusesShape } else { false }
  }

  /// Whether a line was refused because of others.
  fileprivate var refusesShape: Bool {
    if case .malformed(let why, _) = self { why.concernsOthers } else { false }
  }

  /// Whether the conversation ended because a line was not an answer: empty, a command or a no.
  fileprivate var isLeft: Bool {
    switch self {
    case .incomplete, .quit: true
    case .signedUp, .signedIn, .refused, .unreachable, .unusable, .malformed, .interrupted: false
    }
  }
}

extension LineReader.Line {
  /// Whether this is the first line of a transcript.
  var beginsTranscript: Bool {
    guard case .bytes(let line) = self else { return false }
    return line.withBytes { Script.begins(with: $0) }
  }

  /// Whether this may be a program's event, which must not be taken for an answer.
  var beginsObject: Bool {
    guard case .bytes(let line) = self else { return false }
    return line.withBytes { bytes in
      bytes.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "{")
    }
  }
}
