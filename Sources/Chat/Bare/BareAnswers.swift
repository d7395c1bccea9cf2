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
/// **Lines that are shifted, or that hold several values each, are refused together.** A username
/// that holds one of its secrets may be one; see `Flaw`. So may be one of too many lines, or a line
/// with several values that is the only one. The lines of one conversation arrive one by one, and a
/// program may wait for each question, so each line is judged with those that have arrived by then.
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
  private var due: ArraySlice<Question>
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
    due = form[...]
    self.ahead = ahead
    self.read = read
  }

  /// Returns the line that is meant for a question; `nil` if there is none. After the first `nil`,
  /// the result is always `nil`.
  ///
  /// - Throws: `MalformedInput.mixedUp` if the line must not be used because of the others.
  package func line(for question: Question) throws -> LineReader.Line? {
    guard due.first == question else {
      due = []
      return nil
    }
    due.removeFirst()
    let line = try read()
    if case .field = question, case .bytes(let value) = line {
      values.append(value)
      if try isMixedUp() { throw MalformedInput.mixedUp }
    }
    return line
  }

  /// Whether the lines so far and those that have arrived can't be the answers to the questions.
  private func isMixedUp() throws -> Bool {
    let others = try ahead(due.count, true)
    let fields = due.count { if case .field = $0 { true } else { false } }
    let secrets = others.prefix(fields).compactMap(\.value)
    let known = values + secrets
    let areAll = known.count == values.count + fields
    if Flaw(of: known, areAll: areAll) != nil { return true }
    if others.last == .end {
      return values.count == 1 && secrets.count < fields && values[0].looksLikeSeveral
    }
    guard values.count == 1, others.count == due.count else { return false }
    let further = try ahead(due.count + 1, false)
    guard further.count > due.count, let line = further.last else { return false }
    return line != .end && !line.isBlank
  }
}

extension BareAnswers {
  /// Why a person's values can't be what their places say.
  enum Flaw: Equatable, Sendable {
    /// The username is equal to one of the secrets or contains one. If the lines have lost their
    /// first one, or a line has several values, the username would show a secret.
    case nameIsSecret
    /// The username and each secret contain a separator, like the lines of a table of people. Names
    /// and phrases contain spaces, which count only if a username and its one secret have equally many.
    case table

    /// - Parameters:
    ///   - values: The username and the secrets, as far as they are known.
    ///   - areAll: Whether there are no others.
    /// - Returns: `nil` if nothing is wrong with them.
    init?(of values: [Secret], areAll: Bool) {
      guard let name = values.first, !name.isEmpty, values.count > 1 else { return nil }
      if values.dropFirst().contains(where: name.holds) {
        self = .nameIsSecret
      } else if Self.isTable(values, areAll && values.count == 2) {
        self = .table
      } else {
        return nil
      }
    }

    private static func isTable(_ values: [Secret], _ mayHaveSpaces: Bool) -> Bool {
      func counts(_ separator: UInt8) -> [Int] {
        values.map { $0.withBytes { $0.count { $0 == separator } } }
      }
      if ",;|:".utf8.contains(where: { counts($0).allSatisfy { $0 > 0 } }) { return true }
      let spaces = counts(0x20)
      return mayHaveSpaces && spaces[0] > 0 && spaces.allSatisfy { $0 == spaces[0] }
    }
  }
}

extension Secret {
  /// Whether this secret contains another. Fewer than 4 bytes may be contained by chance, and count
  /// only as a whole.
  fileprivate func holds(_ other: Secret) -> Bool {
    if self == other { return true }
    return other.count >= 4 && withBytes { other.firstOffset(in: $0) } != nil
  }

  /// Whether a line that has no others after it may hold a name and a password, such as
  /// `name:password`, and is neither a command nor an object, which `--format text` makes a name.
  fileprivate var looksLikeSeveral: Bool {
    withBytes { bytes in
      let isCommand = bytes.first == 0x2F && bytes.dropFirst().first != 0x2F
      let isObject = bytes.first == 0x7B
      return !isCommand && !isObject && bytes.contains { ",;|:=/ ".utf8.contains($0) }
    }
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
    let fields = flow.fields(under: policy).map { Question.field($0) }
    return flow.asksReview && !yes ? fields + [.review] : fields
  }
}
