extension TestTerminal {
  /// Answers all questions of a sign-up.
  func signUp(_ username: String, _ password: String) throws {
    try waitForLine("Username?")
    enter(username)
    try waitForLine("Password?")
    enter(password)
    try waitForLine("Password again?")
    enter(password)
    try waitForLine("Sign up as \(username)? (Y/n)")
    enter("yes")
  }
}

/// Events as a program sends them.
enum Events {
  /// The events that answer all questions of a sign-in.
  ///
  /// - Parameter remember: The answer to whether to be remembered, or `nil` if the question isn't
  ///   asked.
  static func signIn(_ username: String, _ password: String, remember: String?) -> String {
    #"{"lineEntered":{"text":"\#(username)"}}"# + "\n"
      + #"{"lineEntered":{"secret":"\#(password)"}}"# + "\n"
      + (remember.map { #"{"lineEntered":{"text":"\#($0)"}}"# + "\n" } ?? "")
  }
}
