import Accounts

/// Policy files with questions.
enum FormFile {
  /// Questions with every key.
  static let everyKey = #"""
    [{"name": "email", "ask": {"en": "E-mail?", "zh-Hans": "邮箱？"}, "rule": "email",
      "label": {"en": "E-mail"}, "scim": "emails[0].value", "ldap": "mail"},
     {"name": "key", "ask": "Key?", "rule": "ssh-public-key", "required": false, "label": "Key"},
     {"name": "about", "ask": "Why?", "length": {"min": 20, "max": 1000}},
     {"name": "shell", "ask": "Shell?", "choices": ["bash", "zsh"], "default": "bash"},
     {"name": "terms", "ask": "Terms?", "rule": "accepted", "refusal": {"en": "Please."}},
     {"name": "student", "ask": "Number?", "rule": "pattern", "pattern": "s[0-9]{6}"},
     {"name": "room", "ask": "Room?", "pattern": "[A-F][0-9]", "length": {"max": 2},
      "refusal": "patternDiffers"},
     {"name": "free", "ask": "Free?", "length": {"min": 3}}]
    """#

  /// A policy file.
  ///
  /// - Parameter questions: the value of the key `questions`.
  static func bytes(_ questions: String) -> [UInt8] {
    Array(
      (#"{"name": "mine", "username": {"rules": []}, "password": {"rules": []}, "questions": "#
        + questions + "}").utf8)
  }

  static func read(_ questions: String) throws -> [FormQuestion] {
    try Policy(json: bytes(questions)).questions
  }
}
