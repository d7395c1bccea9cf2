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
