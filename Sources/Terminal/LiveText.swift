/// The text at the right end of a line that is being typed.
package struct LiveText: Equatable, Sendable {
  package var text: String
  /// Whether it may remain next to a changed line until that line has been judged. Otherwise, it
  /// disappears together with the key press that makes it untrue.
  package var mayOutlast: Bool
  /// How long the text stays correct while the line does not change; `nil` for no limit.
  package var lasts: Duration?
  /// The line to which Tab completes while the text is shown; `nil` for none.
  package var completion: String?

  package static let nothing = LiveText("", mayOutlast: true)

  package init(
    _ text: String, mayOutlast: Bool, lasts: Duration? = nil, completion: String? = nil
  ) {
    self.text = text
    self.mayOutlast = mayOutlast
    self.lasts = lasts
    self.completion = completion
  }
}

/// The current contents of the line.
package enum Typed<Answer> {
  case answer(Answer)
  /// Contents that would be refused.
  case malformed(Malformed)
}
