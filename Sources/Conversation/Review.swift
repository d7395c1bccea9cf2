import Accounts

/// An answer as the review shows it.
package struct ReviewRow: Equatable, Sendable {
  package let label: Message
  /// For a secret, a fixed number of dots; `nil` if the question has not been answered.
  package let value: Message.Value?
  package let verdict: ValidationResult
}

extension Conversation {
  /// The answers so far, in the order of their questions.
  package var reviewRows: [ReviewRow] {
    let outputs = outputs(of: draft)
    return fields.map { field in
      let value: Message.Value? =
        switch field {
        case .username: draft.username.map { .text($0.text) }
        case .password, .repeated:
          draft.has(field) ? .message(Message(.secretDots)) : nil
        case .own(let name):
          draft.answers[name].map { text in
            text.isEmpty ? .message(Message(.notGiven)) : .text(shown(text, for: name))
          }
        }
      // That no answer was given needs no verdict.
      let isDeclined = value == .message(Message(.notGiven))
      return ReviewRow(
        label: policy.label(of: field), value: value,
        verdict: isDeclined ? .empty : outputs[field])
    }
  }
}
