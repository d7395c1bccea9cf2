import Accounts
import Foundation
import Testing

/// `signup-bot policy FILE`, and the schema of policy files.
@Suite(.ownThreads)
struct PolicyCommandTests {
  private let scratch = Scratch()

  private static func file(_ questions: String) -> String {
    #"{"name": "host", "username": {"rules": [{"test": "minimum", "limit": 2, "refusal": "usernameTooShort"}]}, "password": {"rules": []}, "repeat": {}, "availability": {}, "questions": ["#
      + questions + "]}"
  }

  private static let formQuestions =
    #"""
    {"name": "email", "ask": {"en": "E-mail address?", "zh-Hans": "电子邮箱？"}, "rule": "email",
     "scim": "emails[0].value", "ldap": "mail"},
    {"name": "key", "ask": "SSH public key?", "rule": "ssh-public-key", "required": false},
    {"name": "about", "ask": "Why?", "length": {"min": 20, "max": 1000}},
    {"name": "shell", "ask": "Which shell?", "choices": ["bash", "zsh"], "default": "bash"},
    {"name": "terms", "ask": "Do you accept?", "rule": "accepted"},
    {"name": "student", "ask": "Number?", "pattern": "s[0-9]{6}", "length": {"min": 7},
     "refusal": {"en": "Like s123456."}}
    """#
  private static let form = file(formQuestions)

  @Test func `a file is checked, and the form that it makes is printed`() throws {
    try scratch.files(["own.json": Self.form], in: ".")
    let run = try scratch.shell("$BOT policy own.json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        The policy host asks for:

        1. username (required): Username?
           Username must be at least 2 characters
           not taken, as far as the service knows

        2. password (required): Password?

        3. repeat (required): Password again?
           the same as the password

        4. email (required): E-mail address?
           zh-Hans: 电子邮箱？
           an e-mail address; nothing is sent to it
           kept in a store as email, at SCIM as emails[0].value, in LDAP as mail

        5. key (optional): SSH public key?
           an SSH public key: Ed25519, ECDSA, or RSA of at least 2048 bits
           kept in a store as key, nowhere at SCIM

        6. about (required): Why?
           any text
           20 to 1000 characters
           kept in a store as about, nowhere at SCIM

        7. shell (required): Which shell?
           one of: 1 bash, 2 zsh
           an empty line gives: bash
           kept in a store as shell, nowhere at SCIM

        8. terms (required): Do you accept?
           a yes, without which no one can sign up
           kept in a store as terms, nowhere at SCIM

        9. student (required): Number?
           a text that matches, as a whole: s[0-9]{6}
           at least 7 characters
           refused with: Like s123456.
           kept in a store as student, nowhere at SCIM

        """)
  }

  @Test func `a file that can't be used is refused as by --policy`() throws {
    try scratch.files(
      [
        "bad.json": Self.file(#"{"name": "q", "ask": "Q?", "rule": "emial"}"#), "broken": "{",
      ], in: ".")
    for (file, why) in [
      (
        "bad.json",
        "bad.json: questions[0].rule must be one of email, ssh-public-key, accepted, pattern, "
          + "invitation; did you mean email?"
      ), ("broken", "broken: the file is not valid JSON: line 1, column 2"),
      ("no.json", "no.json can't be read"), ("d/none", "d/none can't be read"),
    ] {
      let run = try scratch.shell("$BOT policy \(file)")
      #expect(run.status == 78)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("signup-bot: \(why)"), "\(run.errors)")
      let talk = try scratch.shell("echo octodog | $BOT --policy ./\(file)")
      #expect(talk.status == 78)
      #expect(talk.errors.contains(why), "\(talk.errors)")
    }
  }

  @Test func `without PCRE2, a policy with a pattern is refused with what to install`() throws {
    try scratch.files(["own.json": Self.form, "plain.json": Self.file("")], in: ".")
    let broken =
      "mkdir -p $HOME/lib; echo > $HOME/lib/libpcre2-8.so.0; export LD_LIBRARY_PATH=$HOME/lib;"
    for command in ["policy own.json", "--policy own.json < /dev/null"] {
      let run = try scratch.shell("\(broken) $BOT \(command)")
      #expect(run.status == 78, "\(run.output)")
      #expect(run.errors.contains("questions[5].pattern needs PCRE2, which can't be loaded: "))
      #expect(run.errors.contains("the package libpcre2-8-0"))
    }
    // It isn't needed without a pattern.
    #expect(try scratch.shell("\(broken) $BOT policy plain.json").status == 0)
  }

  private static let validate =
    "python3 Tests/Schema/validate.py transcripts/schema/policy.schema.json"

  @Test func `the schema accepts every policy that the program prints`() throws {
    let run = try Program.shell(
      "for p in $($BOT policy); do $BOT policy $p; done | \(Self.validate)")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("7 valid"))
    let forms = try Program.shell(
      "for f in transcripts/forms/*.json; do $BOT policy $f > /dev/null && cat $f; done"
        + " | \(Self.validate)")
    #expect(
      forms.status == 0 && forms.output.contains(" valid: "), "\(forms.output)\(forms.errors)")
  }

  /// Questions that work.
  static let good = [
    #"{"name": "q", "ask": "Q?"}"#, #"{"name": "q-1", "ask": {"en": "Q?", "de": "F?"}}"#,
    #"{"name": "q", "ask": "Q?", "rule": "email", "length": {"max": 100}, "label": "E-mail"}"#,
    #"{"name": "q", "ask": "Q?", "rule": "ssh-public-key", "required": false}"#,
    #"{"name": "q", "ask": "Q?", "rule": "accepted", "required": true}"#,
    #"{"name": "q", "ask": "Q?", "choices": ["ö k", "3.11"], "default": "2"}"#,
    #"{"name": "q", "ask": "Q?", "pattern": "a+", "refusal": "patternDiffers"}"#,
    #"{"name": "q", "ask": "Q?", "rule": "pattern", "pattern": "a+", "scim": "title", "ldap": "cn"}"#,
    #"{"name": "q", "ask": "Q?", "default": "a", "required": true, "refusal": {"en": "No."}}"#,
  ]

  /// The exit statuses of `policy` for these questions.
  private func statuses(_ questions: [String]) throws -> [Int32] {
    try questions.map { question in
      try scratch.file("own.json", Self.file(question))
      return try scratch.shell("$BOT policy own.json").status
    }
  }

  /// Validates files with these questions.
  private func validated(_ questions: [String]) throws -> Program.Run {
    try Program.shell(
      Self.validate, input: Data(questions.map(Self.file).joined(separator: "\n").utf8))
  }

  @Test func `the schema accepts questions that the program accepts`() throws {
    #expect(try statuses([""] + Self.good).allSatisfy { $0 == 0 })
    let run = try validated(["", Self.formQuestions] + Self.good)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// What a schema can tell from a question that works.
  static let bad = [
    #"{"ask": "Q?"}"#, #"{"name": "q"}"#, #"{"name": "Q", "ask": "Q?"}"#,
    #"{"name": "username", "ask": "Q?"}"#, #"{"name": "q", "ask": ""}"#,
    #"{"name": "q", "ask": {"de": "F?"}}"#, #"{"name": "q", "ask": "a\tb"}"#,
    #"{"name": "q", "ask": "{x}"}"#, #"{"name": "q", "ask": "Q?", "rule": "emial"}"#,
    #"{"name": "q", "ask": "Q?", "rule": "invitation"}"#,
    #"{"name": "q", "ask": "Q?", "first": true}"#,
    #"{"name": "q", "ask": "Q?", "rule": "pattern"}"#,
    #"{"name": "q", "ask": "Q?", "rule": "email", "pattern": "a"}"#,
    #"{"name": "q", "ask": "Q?", "rule": "email", "choices": ["a"]}"#,
    #"{"name": "q", "ask": "Q?", "pattern": "a", "choices": ["a"]}"#,
    #"{"name": "q", "ask": "Q?", "pattern": ""}"#, #"{"name": "q", "ask": "Q?", "choices": []}"#,
    #"{"name": "q", "ask": "Q?", "choices": ["a", "a"]}"#,
    #"{"name": "q", "ask": "Q?", "choices": ["12"]}"#,
    #"{"name": "q", "ask": "Q?", "choices": ["/a"]}"#,
    #"{"name": "q", "ask": "Q?", "choices": ["a "]}"#,
    #"{"name": "q", "ask": "Q?", "length": {}}"#,
    #"{"name": "q", "ask": "Q?", "length": {"min": 0}}"#,
    #"{"name": "q", "ask": "Q?", "required": false, "default": "a"}"#,
    #"{"name": "q", "ask": "Q?", "default": ""}"#,
    #"{"name": "q", "ask": "Q?", "rule": "accepted", "required": false}"#,
    #"{"name": "q", "ask": "Q?", "rule": "accepted", "default": "yes"}"#,
    #"{"name": "q", "ask": "Q?", "rule": "accepted", "length": {"max": 3}}"#,
    #"{"name": "q", "ask": "Q?", "scim": ""}"#,
    #"{"name": "q", "ask": "Q?", "refusal": "tooShort"}"#,
  ]

  @Test func `the schema and the program refuse questions that can't work`() throws {
    #expect(try statuses(Self.bad) == Self.bad.map { _ in 78 })
    let errors = try validated(Self.bad).errors
    for (index, question) in Self.bad.enumerated() {
      #expect(errors.contains("value \(index + 1) is not valid: "), "\(question)")
    }
  }

  @Test func `the schema knows the names of all wordings and all reserved names`() throws {
    let path = Program.root.appendingPathComponent("transcripts/schema/policy.schema.json")
    let text = try String(contentsOf: path, encoding: .utf8)
    for reason in VerdictReason.allCases {
      #expect(text.contains("\"\(reason.rawValue)\""), "\(reason)")
    }
    let quoted = text.split(separator: "\"").map(String.init)
    let names = quoted.filter(FormQuestion.isReserved)
    #expect(Set(names).isSuperset(of: ["username", "password", "repeat", "ja", "yes", "created"]))
  }
}
