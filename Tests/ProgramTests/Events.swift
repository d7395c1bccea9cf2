/// Events as a program sends them.
enum Events {
  static func text(_ text: String) -> String { #"{"lineEntered":{"text":"\#(text)"}}"# }
  static func secret(_ text: String) -> String { #"{"lineEntered":{"secret":"\#(text)"}}"# }

  /// The events that answer all questions of a sign-in.
  ///
  /// - Parameter remember: The answer to whether to be remembered, or `nil` if the question isn't
  ///   asked.
  static func signIn(_ username: String, _ password: String, remember: String?) -> String {
    let events = [text(username), secret(password)] + (remember.map { [text($0)] } ?? [])
    return events.map { $0 + "\n" }.joined()
  }
}
