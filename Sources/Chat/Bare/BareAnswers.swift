import Conversation
import Secrets

/// The lines of bare input, each for the question that it was meant for.
///
/// **The rule that keeps a password what it is: the question that a line was meant for is settled before the line is
/// looked at.** A form has its questions in one order, and each of them has one line. A question that has had its line, or
/// that the form does not have, such as an offer or a choice, gets none; and once the conversation has left the form's
/// order, whatever the reason (an answer was refused, a line was empty or a command), no line is read any more. So no
/// line that was meant as a secret can ever answer an open question.
///
/// **A program's events for many people keep the same rule: the person that an event was meant for is settled before the
/// event is looked at.** An event says by itself what it answers, but not whom it is from. `started` begins a person, and
/// the first event that is refused, or that can't be used, ends the person's conversation: whatever comes then may be
/// anyone's, so that nothing counts before the next `started`. Where a stream has never said `started`, a name may stand
/// for it, but only after a conversation that ended well. One person's events alone (no `--repeat`) may answer again.
/// `HeadlessFrontend` ends a person's conversation, and `RequestStream` finds the next person.
package final class BareAnswers {
  private var due: ArraySlice<Question>
  private let read: () throws -> LineReader.Line

  /// - Parameters:
  ///   - form: the questions that have a line each, in order.
  ///   - read: reads the next line. It is not called before a question is put that a line is meant for.
  package init(form: [Question], read: @escaping () throws -> LineReader.Line) {
    due = form[...]
    self.read = read
  }

  /// The line that was meant for a question; `nil` if there is none. Then there is none for any later one either.
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
  /// The questions that a line of bare input can be meant for, in order.
  package var form: [Question] {
    let fields = flow.fields(under: policy).map { Question.field($0) }
    return flow.asksReview && !yes ? fields + [.review] : fields
  }
}
