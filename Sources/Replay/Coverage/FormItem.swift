import Accounts

/// What a transcript can reach of a question of the operator's own.
package struct FormItem: Hashable, Sendable {
  package let policy: String
  /// The question's name.
  package let question: String
  package let kind: Kind

  package enum Kind: String, Sendable {
    /// An answer was accepted.
    case answered
    /// An answer was refused.
    case refused
  }
}

extension Policy {
  /// What transcripts can reach of the operator's own questions, in their order.
  var formItems: [FormItem] {
    questions.flatMap { question -> [FormItem] in
      let kinds: [FormItem.Kind] =
        question.rule == .anything && question.length == nil ? [.answered] : [.answered, .refused]
      return kinds.map { FormItem(policy: name, question: question.name, kind: $0) }
    }
  }
}
