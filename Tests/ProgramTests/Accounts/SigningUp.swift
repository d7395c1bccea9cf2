extension TestTerminal {
  /// Answers all questions of a sign-up.
  func signUp(_ username: String, _ password: String) throws {
    try waitForLine("Username?")
    enter(username)
    try waitForLine("Password?")
    enter(password)
    try waitForLine("Password again?")
    enter(password)
    try waitForLine("Sign up as \(username)? (yes/no)")
    enter("yes")
  }
}

/// A program's events.
enum Events {
  /// Answers all questions of a sign-in.
  ///
  /// - Parameter remember: answers the question whether to be remembered; `nil` if it is not asked.
  static func signIn(_ username: String, _ password: String, remember: String?) -> String {
    #"{"lineEntered":{"text":"\#(username)"}}"# + "\n"
      + #"{"lineEntered":{"secret":"\#(password)"}}"# + "\n"
      + (remember.map { #"{"lineEntered":{"text":"\#($0)"}}"# + "\n" } ?? "")
  }
}
