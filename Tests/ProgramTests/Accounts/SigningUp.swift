extension TestTerminal {
  /// Answers all questions of a sign-up.
  func signUp(_ username: String, _ password: String) throws {
    try answer([
      "Username?": username, "Password?": password, "Password again?": password,
      "Sign up as \(username)? (Y/n)": "yes",
    ])
  }
}
