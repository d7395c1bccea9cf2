import Conversation
import Secrets

/// The lines of bare input, each matched to the question for which it is meant.
///
/// **To keep a password secret, the question for which a line is meant is determined before the
/// line is inspected.** A form has its questions in a fixed order, and each of them has one line. A
/// question that has had its line, or that is not part of the form, such as an offer or a choice,
/// gets none. Once the conversation has left the form's order for any reason (an answer was
/// refused, a line was empty or a command), no further line is read. A line that was meant as a
/// secret can therefore never answer an open question.
///
/// **Lines that can't be one person's values are refused together, before the first of them is
/// used**; see `RecordShape`. So are more lines than questions, and a last line that is no answer to
/// the review. The lines of one conversation arrive one by one, and a program may wait for each
/// question, so each line is judged with those that have arrived by then.
///
/// **A program's events for many people follow the same rule: the person for whom an event is meant
/// is determined before the event is inspected.** An event says what it answers, but not who sent
/// it. `started` begins a person's events. The first event that is refused, or that can't be used,
/// ends the person's conversation. Later events may come from anyone, so they are ignored until the
/// next `started`. If a stream has never sent `started`, a username may take its place, but only
/// after a conversation that ended well. Without `--repeat`, all events come from one person, who
/// may answer again. `HeadlessFrontend` ends a person's conversation, and `RequestStream` finds the
/// next person.
package final class BareAnswers {
  private let form: [Question]
  private var due: ArraySlice<Question>
  private let fields: [Field]
  private let read: () throws -> LineReader.Line
  private let ahead: (_ most: Int, _ areExpected: Bool) throws -> [LineReader.Line]
  /// The values of the fields so far.
  private var values: [Secret] = []

  /// - Parameters:
  ///   - form: The questions that have a line each, in order.
  ///   - ahead: Returns up to `most` of the next lines, as far as they have arrived, without using
  ///     them up. If `areExpected`, it may wait for them longer.
  ///   - read: Reads the next line. It is called only when a question is asked that has a line.
  package init(
    form: [Question],
    ahead: @escaping (_ most: Int, _ areExpected: Bool) throws -> [LineReader.Line] = { _, _ in []
    },
    read: @escaping () throws -> LineReader.Line
  ) {
    self.form = form
    due = form[...]
    fields = form.compactMap { if case .field(let field) = $0 { field } else { nil } }
    self.ahead = ahead
    self.read = read
  }

  /// Returns the line that is meant for a question; `nil` if there is none. After the first `nil`,
  /// the result is always `nil`.
  ///
  /// - Throws: `MalformedInput` if the line must not be used because of the others.
  package func line(
    for question: Question, in conversation: Conversation
  ) throws -> LineReader.Line? {
    guard due.first == question else {
      due = []
      return nil
    }
    due.removeFirst()
    let line = try read()
    if case .field = question, case .bytes(let value) = line {
      values.append(value)
      if let flaw = try flaw(conversation) { throw flaw }
    }
    return line
  }

  /// Returns why the lines so far and those that have arrived can't be the answers to the questions,
  /// or `nil` if they can.
  private func flaw(_ conversation: Conversation) throws -> MalformedInput? {
    let others = try ahead(due.count, true)
    let lines = values + others.lazy.map(\.value).prefix { $0 != nil }.compactMap(\.self)
    // An empty line or a command ends the answers, so the lines after it are not used anyway.
    let known = Array(
      zip(fields, lines).prefix { !conversation.isCommand($1, answering: $0) && !$1.isEmpty }
        .map(\.1))
    if known.count == fields.count, form.last == .review, lines.count == form.count,
      !conversation.isReviewAnswer(lines[fields.count])
    {
      return .notYesOrNo
    }
    if let flaw = RecordShape(fields: fields, policy: conversation.policy).flaw(in: known) {
      // A repeat that comes after its question differs by a mistake: it answers the question.
      return flaw == .repeatDiffers && values.count > 1 ? nil : flaw
    }
    return try hasMore(than: others) ? .tooManyLines : nil
  }

  /// Whether a line that isn't blank has arrived after those that the questions need.
  private func hasMore(than others: [LineReader.Line]) throws -> Bool {
    guard values.count == 1, others.count == due.count else { return false }
    return try ahead(due.count + Self.furthest, false).dropFirst(due.count).contains {
      $0 != .end && !$0.isBlank
    }
  }

  /// How many lines more than needed are looked at.
  private static let furthest = 64
}

extension Conversation {
  fileprivate func isReviewAnswer(_ line: Secret) -> Bool {
    (try? line.text()).map(isReviewAnswer) ?? false
  }

  /// Whether a line is a command. At a secret question, only a known command is one.
  fileprivate func isCommand(_ line: Secret, answering field: Field) -> Bool {
    if Question.field(field).isSecret { return vocabulary.command(line) != nil }
    return line.withBytes { $0.starts(with: "/".utf8) && !$0.starts(with: "//".utf8) }
  }
}

extension LineReader.Line {
  fileprivate var value: Secret? {
    if case .bytes(let line) = self { line } else { nil }
  }
}

extension Settings {
  /// The questions for which bare input has a line, in order.
  package var form: [Question] {
    let fields = askedPolicy.fields.map { Question.field($0) }
    return flow.asksReview && !yes ? fields + [.review] : fields
  }
}
