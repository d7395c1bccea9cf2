import Accounts
import Testing

/// A policy file whose questions can't work is refused with the place and the reason.
struct FormJSONErrorTests {
  private func refusal(of questions: String) -> JSONFileError? {
    #expect(throws: JSONFileError.self) {
      try Policy(json: FormFile.bytes("[\(questions)]"))
    }
  }

  /// A question that needs nothing more than these members.
  private static func question(_ members: String) -> String {
    #"{"name": "q", "ask": "Q?", \#(members)}"#
  }

  @Test(
    arguments: cases(
      #"""
      {"ask": "Q?"} → [0] → needs the key "name"
      {"name": "q"} → [0] → needs the key "ask"
      {"name": "q", "ask": 1} → [0].ask → must be an object, not a number
      {"name": "q", "ask": {}} → [0].ask → needs the words for "en"
      {"name": "q", "ask": {"zh-Hans": "Q"}} → [0].ask → needs the words for "en"
      {"name": "q", "ask": ""} → [0].ask → must not be empty
      {"name": "q", "ask": {"en": "Q?", "de": " "}} → [0].ask.de → must not be empty
      {"name": "q", "ask": "Q\u001b[2J"} → [0].ask → contains a control character
      {"name": "q", "ask": {"en": "Q\n"}} → [0].ask.en → contains a control character
      {"name": "q", "ask": "Q\u2028"} → [0].ask → contains a control character
      {"name": "q", "ask": "{x}?"} → [0].ask → may contain no placeholder
      1 → [0] → must be an object, not a number
      {"name": "q", "ask": "Q?", "min": 1} → [0].min → *is unknown here; known are name, ask
      {"name": "q", "ask": "Q?", "chioces": []} → [0].chioces → \#
      *scim, ldap, first; did you mean choices?
      {"name": "q", "ask": "Q?"}, {"name": "r", "ask": "R?"}, {"name": "q", "ask": "Q?"} → [2].name → \#
      is also the name of questions[0]
      {"name": "q", "ask": "Q?", "scim": "title"}, {"name": "r", "ask": "R?", "scim": "Title"} → [1].scim → \#
      is where the answer to questions[0] is kept
      {"name": "q", "ask": "Q?", "ldap": "mail"}, {"name": "r", "ask": "R?", "ldap": "mail"} → [1].ldap → \#
      is where the answer to questions[0] is kept
      """#))
  func `a question is refused with its place`(questions: String, place: String, why: String) throws
  {
    let error = try #require(refusal(of: questions))
    #expect(error.key == "questions" + place)
    if why.hasPrefix("*") {
      #expect(error.why.contains(why.dropFirst()), "\(error.why)")
    } else {
      #expect(error.why == why)
    }
  }

  @Test(
    arguments: cases(
      #"""
      "rule": "emial" → .rule → \#
      must be one of email, ssh-public-key, accepted, pattern, invitation; did you mean email?
      "rule": "number" → .rule → must be one of email, ssh-public-key, accepted, pattern, invitation
      "rule": "invitation" → .rule → is not supported yet: this version has no invitation codes
      "rule": "invitation", "first": true → .rule → \#
      is not supported yet: this version has no invitation codes
      "first": true → .first → \#
      belongs to the rule invitation, which is not supported yet: this version has no invitation codes
      "label": "" → .label → must not be empty
      "label": {"de": "Q"} → .label → needs the words for "en"
      "required": 1 → .required → must be true or false, not a number
      "required": false, "rule": "accepted" → .required → \#
      must be true with the rule accepted: without a yes, no one can sign up
      "required": false, "default": "a" → .default → \#
      can't go with "required": false: an empty line would mean both
      "rule": "accepted", "default": "yes" → .default → \#
      can't go with the rule accepted: a person must say yes
      "default": "" → .default → must not be empty
      "default": "a\tb" → .default → breaks the question's own rule (answerHasControlCharacter)
      "rule": "email", "default": "ann" → .default → \#
      breaks the question's own rule (emailNeedsOneAt)
      "choices": ["a", "b"], "default": "c" → .default → \#
      breaks the question's own rule (choiceUnknown)
      "choices": ["a", "b"], "default": "3", "refusal": {"en": "No."} → .default → \#
      breaks the question's own rule (choiceUnknown)
      "length": {"min": 2}, "default": "a" → .default → breaks the question's own rule (tooShort)
      "pattern": "[0-9]+", "default": "a" → .default → \#
      breaks the question's own rule (patternDiffers)
      "default": "-----BEGIN RSA PRIVATE KEY-----" → .default → contains a private key
      "pattern": "a(b" → .pattern → is not a valid pattern: missing closing parenthesis, at byte 3
      "rule": "pattern", "pattern": "\\C" → .pattern → \#
      is not a valid pattern: using \C is disabled by the application, at byte 2
      "pattern": "" → .pattern → must not be empty
      "pattern": ["a"] → .pattern → must be a text, not a list
      "rule": "pattern" → .rule → needs the key "pattern" next to it
      "rule": "email", "pattern": "a" → .rule → can't go with "pattern"; leave one of them out
      "rule": "email", "choices": ["a"] → .rule → can't go with "choices"; leave one of them out
      "pattern": "a", "choices": ["a"] → .pattern → can't go with "choices"; leave one of them out
      "choices": [] → .choices → must list at least one word
      "choices": "a" → .choices → must be a list, not a text
      "choices": ["a", 1] → .choices[1] → must be a text, not a number
      "choices": ["bash", "zsh", "BASH"] → .choices[2] → \#
      is the same word as questions[0].choices[0]; case is ignored
      "choices": ["a", "12"] → .choices[1] → \#
      is a number, and a number is how a choice is picked from the list
      "choices": ["-1"] → .choices[0] → \#
      is a number, and a number is how a choice is picked from the list
      "choices": ["３"] → .choices[0] → \#
      is a number, and a number is how a choice is picked from the list
      "choices": ["/a"] → .choices[0] → begins with "/", like a command
      "choices": [""] → .choices[0] → must not be empty
      "choices": ["a\u0007"] → .choices[0] → contains a control character
      "choices": ["a "] → .choices[0] → begins or ends with a space
      "choices": ["\#("a" * 65)"] → .choices[0] → has 65 characters, but may have at most 64
      "length": 5 → .length → must be an object, not a number
      "length": {} → .length → needs the key "min" or "max"
      "length": {"mim": 1} → .length.mim → is unknown here; known are min, max; did you mean min?
      "length": {"min": 0} → .length.min → must be a whole number from 1 to 65536
      "length": {"max": 65537} → .length.max → must be a whole number from 1 to 65536
      "length": {"min": 4, "max": 3} → .length.min → is more than the maximum, 3
      "length": {"min": 5}, "choices": ["bash", "zsh"] → .length → fits none of the choices
      "length": {"max": 4}, "rule": "email" → .length → \#
      fits no e-mail address, which has 5 to 254 characters
      "length": {"max": 79}, "rule": "ssh-public-key" → .length → \#
      fits no key, which has at least 80 characters
      "length": {"max": 3}, "rule": "accepted" → .length → \#
      can't go with the rule accepted: a yes has no length
      "refusal": "tooShort" → .refusal → names a limit, but there is none here
      "refusal": {"en": "{limit}"} → .refusal.en → may contain no placeholder
      "refusal": {"en": ""} → .refusal.en → must not be empty
      "refusal": "Only digits." → .refusal → \#
      is not the name of a wording; write {"en": "…"} for words of your own
      "scim": "" → .scim → must not be empty
      "ldap": " " → .ldap → must not be empty
      "scim": "a\u0000" → .scim → contains a control character
      "ldap": 1 → .ldap → must be a text, not a number
      """#))
  func `a member that can't work is refused with its place`(
    members: String, place: String, why: String
  ) throws {
    let error = try #require(refusal(of: Self.question(members)))
    #expect(error == JSONFileError(key: "questions[0]" + place, why: why))
  }

  @Test(arguments: ["", "Q", "1", "q_", "é", "-q", "q q", "9q", "q" + "a" * 32, "q\u{301}"])
  func `a name that is none is refused`(name: String) {
    #expect(
      refusal(of: #"{"name": "\#(name)", "ask": "Q?"}"#)
        == JSONFileError(
          key: "questions[0].name",
          why: "must be a lowercase letter, followed by at most 31 lowercase letters, digits and "
            + "hyphens"))
  }

  @Test(arguments: [
    "username", "password", "repeat", "review", "restart", "retry", "edit", "quit", "back", "undo",
    "redo", "open", "help", "yes", "no", "y", "n", "id", "state", "created", "passwort", "ja",
  ])
  func `a name that the conversation uses itself is refused`(name: String) {
    #expect(
      refusal(of: #"{"name": "\#(name)", "ask": "Q?"}"#)
        == JSONFileError(
          key: "questions[0].name",
          why: "is a word that the conversation uses itself; choose another"))
  }

  @Test func `a form has at most 32 questions`() throws {
    func questions(_ count: Int) -> String {
      (0..<count).map { #"{"name": "q\#($0)", "ask": "Q?"}"# }.joined(separator: ", ")
    }
    let policy = try Policy(json: FormFile.bytes("[\(questions(32))]"))
    #expect(policy.questions.count == 32)
    #expect(
      refusal(of: questions(33))
        == JSONFileError(
          key: "questions", why: "lists 33 questions, but at most 32 can be asked"))
  }
}
