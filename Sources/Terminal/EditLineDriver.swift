/// Decides what libedit does next.
protocol EditLineDriver: AnyObject {
  /// Returns the next character or function code, or `nil` to end the line without an answer.
  func nextCode() -> Code?

  /// Called for `EditFunction.own`.
  func perform()
}
