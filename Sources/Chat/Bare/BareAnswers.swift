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

  /// - Parameters:
  ///   - form: the questions that have a line each, in order.
  ///   - read: reads the next line. It is called only when a question is asked that has a line.
  package init(form: [Question], read: @escaping () throws -> LineReader.Line) {
    due = form[...]
    self.read = read
  }

  /// Returns the line that is meant for a question; `nil` if there is none. After the first `nil`,
  /// the result is always `nil`.
  package func line(for question: Question) throws -> LineReader.Line? {
    guard due.first == question else {
      due = []
      return nil
    }
    due.removeFirst()
    return try read()
  }
}

extension Settings {
  /// The questions for which bare input has a line, in order.
  package var form: [Question] {
    let fields = flow.fields(under: policy).map { Question.field($0) }
    return flow.asksReview && !yes ? fields + [.review] : fields
  }
}
