import Foundation
import ScimServer
import TestSupport
import Testing

/// The operator's own questions at a real SCIM provider, from the policy file to what curl reads.
@Suite(.ownThreads, .scimServer(.usual))
struct SCIMAnswerProgramTests {
  private let scratch = Scratch()

  private static let password = "xqzv-kjwp-fmgh-ty9A"
  private static let enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"

  /// Writes a policy with these questions, each `name`, `scim` and further members.
  private func policy(_ questions: [String]) throws {
    let list = questions.map { question in
      #"{"ask":{"en":"A?","zh-Hans":"B?","de":"C?"},\#(question)}"#
    }
    let text = """
      {"name":"form","username":{"rules":[]},"password":{"rules":[]},"repeat":{},
      "availability":{},"questions":[\(list.joined(separator: ","))]}
      """
    _ = try scratch.file("form.json", Data(text.utf8))
  }

  private static let questions = [
    #""name":"email","rule":"email","scim":"emails[type eq \"work\"].value""#,
    #""name":"given","scim":"name.givenName""#, #""name":"family","scim":"name.familyName""#,
    #""name":"department","scim":"\#(enterprise):department""#,
    #""name":"note","required":false"#,
  ]

  @Test func `the answers of a piped sign-up are in the account that curl reads`() throws {
    let (url, options) = try SCIMProvider.options(scratch)
    try self.policy(Self.questions)
    let answers = ["ann@example.org", "Ann {{username}}", "Ó Hara", "Sea"]
    let lines = ["ann", Self.password, Self.password] + answers
    _ = try scratch.file("in", Data((lines.joined(separator: "\n") + "\n").utf8))
    let run = try scratch.shell("$BOT \(options) --policy $HOME/form.json --yes < $HOME/in")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.output)\(run.errors)")
    let account = try #require(try SCIMProvider.accounts(url, scratch).first)
    #expect(account["userName"] as? String == "ann")
    let email = ["value": "ann@example.org", "type": "work"]
    #expect(account["emails"] as? [[String: String]] == [email])
    let name = ["givenName": "Ann {{username}}", "familyName": "Ó Hara"]
    #expect(account["name"] as? [String: String] == name)
    let department = (account[Self.enterprise] as? [String: Any])?["department"]
    #expect(department as? String == "Sea")
    #expect((account["schemas"] as? [String])?.contains(Self.enterprise) == true)

    let admin = "\(options) --policy $HOME/form.json"
    let shown = try scratch.shell("$BOT accounts show ann \(admin)")
    for text in answers { #expect(shown.output.contains("  \(text)\n"), "\(shown.output)") }
    let found = try scratch.shell("$BOT accounts list --search @EXAMPLE \(admin)")
    #expect(found.output.hasPrefix("ann\t"), "\(found.output)\(found.errors)")
    let none = try scratch.shell("$BOT accounts list --search @example.com \(admin)")
    #expect(none.status == 0 && none.output.isEmpty)
  }

  @Test func `a required answer without a place is refused before the first question`() throws {
    let (_, options) = try SCIMProvider.options(scratch)
    try self.policy([Self.questions[0], #""name":"about""#])
    let form = "--policy $HOME/form.json"
    let run = try scratch.shell("$BOT \(options) \(form) <<< ann")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.contains("/form.json: questions[1].scim must be the path of an attribute"))
    #expect(run.errors.contains("\"about\""))
    // A sign-in asks none of the questions, and accounts can be listed without such an answer.
    let signIn = try scratch.shell("$BOT \(options) \(form) --flow sign-in <<< ann")
    #expect(
      signIn.output.contains("bot! There is no account with this name\n"), "\(signIn.errors)")
    #expect(try scratch.shell("$BOT accounts list \(options) \(form)").status == 0)
  }

  @Test(arguments: [
    (
      "", [#""name":"a","scim":"name""#, #""name":"b","scim":"name.givenName""#],
      #"name.givenName of the question "b" is used both with and without a sub-attribute; see name of the question "a""#
    ),
    (
      "--scim-attribute title=x", [#""name":"a","scim":"title""#],
      #"questions[0].scim is wrong: title of the question "a" is given twice; see title of --scim-attribute"#
    ),
    (
      "--scim-attribute title=x", [#""name":"a","scim":"title.b""#],
      #"title.b of the question "a" is used both with and without a sub-attribute; see title"#
    ),
    (
      "", [#""name":"a","scim":"userName""#],
      #"questions[0].scim is wrong: userName of the question "a" can't be set"#
    ),
  ])
  func `a place that can't be used is refused with the names of both`(
    option: String, questions: [String], words: String
  ) throws {
    let (_, options) = try SCIMProvider.options(scratch)
    try self.policy(questions)
    let run = try scratch.shell("$BOT \(options) --policy $HOME/form.json \(option) <<< ann")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func `doctor says for each service where the answers are kept`() throws {
    let (url, options) = try SCIMProvider.options(scratch)
    try self.policy(Self.questions)
    func answers(_ service: String) throws -> [String] {
      let run = try scratch.shell("$BOT doctor --policy $HOME/form.json \(service)")
      return run.output.split(separator: "\n").map(String.init)
        .filter { $0.contains(" answers: ") }
    }
    let names = "email, given, family, department, note"
    #expect(
      try answers("--accounts mock")
        == ["warning  answers: the mock keeps nothing, so no answer is kept: \(names)"])
    #expect(
      try answers("--sqlite-path $HOME/s.sqlite") == [
        "ok       answers: kept in the store: \(names)"
      ])
    #expect(
      try answers(options) == [
        "warning  answers: kept by the provider: email at emails[type eq \"work\"].value, "
          + "given at name.givenName, family at name.familyName, "
          + "department at \(Self.enterprise):department; asked for and not kept: note"
      ])
    #expect(try answers("--accounts mock --flow sign-in") == [])
    #expect(try SCIMProvider.accounts(url, scratch).isEmpty)
  }
}
