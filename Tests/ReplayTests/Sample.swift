import Secrets
import Transcripts

/// A transcript that agrees, and variants of it.
enum Sample {
  static let text = """
    @ transcript 1
    # All goes well.
    @ accounts mock
    @ mock-latency 0s
    @ mock-failures 0/1
    @ seed 1
    @ locale en
    bot> Hi! Let's create your account. Say /help to see what else you can say.
    bot> Username?
    you> octodog
    bot~ validating ...
    bot+ Username available
    bot> Password?
    @ secret password strong
    key> password
    bot+ Password acceptable
    bot> Password again?
    key> password
    bot+ Password repeated
    bot> Sign up as octodog? (yes/no)
    you> yes
    bot~ Signing up octodog …
    bot+ Mock: Signed in to GitHub.
    bot> You are signed up as octodog: https://example.com/octodog
    end> signed-up exit=0 username=octodog

    """

  /// The number of lines in `text`.
  static let lines = 25

  static func replacing(_ old: String, _ new: String) -> String {
    let parts = text.components(separatedBy: old)
    precondition(parts.count > 1, "nothing to replace")
    return parts.joined(separator: new)
  }

  /// The transcript with a wrong line of the bot; the difference is in line 9.
  static let wrong = replacing("bot> Username?", "bot> Name?")

  static func expectingFailure(_ text: String, _ why: String = "not yet") -> String {
    text.components(separatedBy: "@ seed 1\n").joined(
      separator: "@ expect-failure \(why)\n@ seed 1\n")
  }

  /// The secret with the name `password`.
  static let secret: String = SecretMaker(seed: 1).secret(
    named: "password", .strong, username: nil)!.withBytes { String(decoding: $0, as: UTF8.self) }
}

extension String {
  /// The same as Foundation's method, to avoid importing it.
  func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
