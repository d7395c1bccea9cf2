import Accounts
import Secrets
import Testing
import Text

@testable import SCIMAccounts

/// A question of the operator's own whose answer a provider keeps.
func question(_ name: String, _ path: String?, isRequired: Bool = true) -> FormQuestion {
  var question = FormQuestion(name: name, ask: ["en": "\(name)?"])
  (question.scim, question.isRequired) = (path, isRequired)
  return question
}

let enterprise = SchemaURN.enterpriseUser

/// What is wrong with some attributes and questions; `nil` if nothing is.
func wrong(
  _ questions: [FormQuestion] = [], given: [(path: String, value: String)] = []
) -> SCIMAttributeError? {
  do throws(SCIMAttributeError) {
    _ = try SCIMAttributes(given, questions: questions)
    return nil
  } catch {
    return error
  }
}

/// Where the answers to questions are written, and read again.
struct AnswerPathTests {
  private func account(
    _ questions: [FormQuestion], _ answers: [Answer], _ given: [(path: String, value: String)] = []
  ) throws -> JSONValue {
    let registration = Registration(username: octodog, password: password, answers: answers)
    let attributes = try SCIMAttributes(given, questions: questions)
    return try #require(SignUp.body(registration, attributes, id: "id-1").written().json)
  }

  @Test func `an answer is written at its question's path, next to the operator's attributes`()
    throws
  {
    let questions = [
      question("email", "emails[type eq \"work\"].value"), question("given", "name.givenName"),
      question("department", enterprise + ":department"), question("team", "urn:example:x:team"),
      question("nothing", nil),
    ]
    let answers = [
      Answer("given", "Ann"), Answer("email", "ann@example.org"), Answer("department", "Sea"),
      Answer("team", "7"), Answer("nothing", "nowhere"), Answer("unknown", "nowhere"),
    ]
    let account = try account(
      questions, answers,
      [("emails[type eq \"work\"].primary", "true"), ("name.familyName", "-")])
    #expect(
      account["schemas"]
        == .list([.text(SchemaURN.user), .text(enterprise), .text("urn:example:x")]))
    #expect(
      account["emails"]
        == .list([
          .object([
            .init("primary", .bool(true)), .init("value", .text("ann@example.org")),
            .init("type", .text("work")),
          ])
        ]))
    #expect(account["name"]?["givenName"] == .text("Ann"))
    #expect(account["name"]?["familyName"] == .text("-"))
    #expect(account[enterprise]?["department"] == .text("Sea"))
    #expect(account["urn:example:x"]?["team"] == .text("7"))
    #expect(!account.description.contains("nowhere"))
  }

  @Test(arguments: [
    "{{username}}", "{{username}}@example.org", "true", "false", #"a","active":false"#,
  ])
  func `an answer is neither a template nor a boolean`(answer: String) throws {
    let account = try account([question("title", "title")], [Answer("title", answer)])
    #expect(account["title"] == .text(answer))
    #expect(account["active"] == .bool(true))
  }

  @Test func `without an answer, its element of a list is left out, and its extension too`() throws
  {
    let questions = [
      question("email", "emails[0].value", isRequired: false),
      question("phone", "phoneNumbers[type eq \"work\"].value", isRequired: false),
      question("team", "urn:example:x:team", isRequired: false),
    ]
    let account = try account(
      questions, [],
      [("emails[0].primary", "true"), ("phoneNumbers[type eq \"home\"].value", "1")])
    #expect(account["emails"] == nil)
    #expect(account["phoneNumbers"]?.asList?.count == 1)
    #expect(account["urn:example:x"] == nil)
    #expect(account["schemas"] == .list([.text(SchemaURN.user)]))
  }

  @Test(arguments: [
    "userName", "password", "id", "schemas", "meta.location", "active", "externalId",
    SchemaURN.user + ":userName", "emails[type].value", "a..b", "",
  ])
  func `a question can't have the path of an attribute that every account has`(path: String) {
    #expect(wrong([question("email", path)])?.origin == .question("email", path: path))
  }

  @Test func `two questions for one place are refused, and so is a question with an attribute`() {
    let email = SCIMAttributeError.Origin.question("email", path: "emails[0].value")
    #expect(
      wrong([question("email", "emails[0].value"), question("work", "EMAILS[0].Value")])
        == .init(
          origin: .question("work", path: "EMAILS[0].Value"), why: "is given twice", other: email))
    #expect(
      wrong(
        [question("email", "emails[0].value")], given: [("emails[0].value", "{{username}}@a.org")])
        == .init(origin: email, why: "is given twice", other: .attribute("emails[0].value")))
    #expect(
      wrong([question("name", "name"), question("given", "name.givenName")])
        == .init(
          origin: .question("given", path: "name.givenName"),
          why: "is used both with and without a sub-attribute",
          other: .question("name", path: "name")))
  }

  @Test func `no element may follow one that can be missing`() {
    let first = question("first", "emails[0].value", isRequired: false)
    let error = wrong([first, question("second", "emails[1].value")])
    #expect(error?.origin == .question("second", path: "emails[1].value"))
    #expect(error?.why == "needs an element [0] before it, whose question is optional")
    #expect(error?.other == .question("first", path: "emails[0].value"))
    #expect(
      wrong([question("first", "emails[0].value"), question("second", "emails[1].value")]) == nil)
    #expect(
      wrong([first, question("kind", "emails[0].type"), question("second", "emails[1].value")])
        == nil)
  }

  @Test func `the value of a filter is that of the first element that passes`() throws {
    let attributes = try SCIMAttributes(
      [],
      questions: [
        question("work", "emails[type eq \"Work\"].value"),
        question("main", "phoneNumbers[primary eq true].value"), question("first", "roles[0]"),
        question("second", "roles[1]"),
        question("given", "name.givenName"), question("number", "urn:example:x:number"),
        question("none", "title"), question("flag", "urn:example:x:flag"),
      ])
    let account = try #require(
      JSONValue(
        Array(
          #"""
          {"emails":[{"type":"home","value":"h"},{"value":"?"},{"type":"WORK","value":"w"},
          {"type":"work","value":"v"}],"phoneNumbers":[{"value":"1"},{"value":"2","primary":true}],
          "roles":["a","b"],"NAME":{"givenname":"Ann"},"title":["x"],
          "urn:example:X":{"number":7,"flag":true}}
          """#.utf8)))
    #expect(
      attributes.answers(in: account, hiding: nil) == [
        Answer("work", "w"), Answer("main", "2"), Answer("first", "a"), Answer("second", "b"),
        Answer("given", "Ann"), Answer("number", "7"), Answer("flag", "true"),
      ])
  }

  @Test func `answers that are empty, too long or contain the token are not read`() throws {
    let attributes = try SCIMAttributes(
      [], questions: ["a", "b", "c", "d", "e"].map { question($0, $0) })
    let account = JSONValue.object([
      .init("a", .text("")), .init("b", .text(String(repeating: "x", count: 65_537))),
      .init("c", .text("Bearer a-test-token")),
      .init("d", .text(String(repeating: "x", count: 65_536))),
      .init("e", .text(String(repeating: "x", count: 50_000) + "a-test-token")),
    ])
    #expect(
      attributes.answers(in: account, hiding: Secret("a-test-token")).map(\.name) == ["d"])
  }

  /// Paths of a few attributes, so that many of them meet.
  private static let paths: [String] =
    ["name", "name.givenName", "name.familyName", "roles[0]", "roles[1]", "title"]
    + ["emails", "phoneNumbers", "urn:example:x:places"].flatMap { list in
      ["[0]", "[1]", "[type eq \"a\"]", "[type eq \"B\"]", "[primary eq true]"].flatMap { element in
        ["value", "type", "display"].map { "\(list)\(element).\($0)" }
      }
    }

  @Test(arguments: 0..<200)
  func `whatever is accepted and answered is read again, and nothing else`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...8, using: &random)
    let chosen = Self.paths.shuffled(using: &random).prefix(count)
    var questions: [FormQuestion] = []
    var given: [(path: String, value: String)] = []
    for (index, path) in chosen.enumerated() {
      let isRequired = Bool.random(using: &random)
      let (before, old) = (questions, given)
      if Int.random(in: 0..<4, using: &random) == 0 {
        given.append((path, "{{username}}"))
      } else {
        questions.append(question("q\(index)", path, isRequired: isRequired))
      }
      if wrong(questions, given: given) != nil { (questions, given) = (before, old) }
    }
    // Some answers are what a filter looks for.
    let texts = ["a", "b", "true", "{{username}}", "ann@example.org"]
    let answers = questions.compactMap { question -> Answer? in
      guard question.isRequired || Bool.random(using: &random) else { return nil }
      return Answer(question.name, texts.randomElement(using: &random) ?? "")
    }
    let account = try account(questions, answers, given)
    let attributes = try SCIMAttributes(given, questions: questions)
    #expect(attributes.answers(in: account, hiding: nil) == answers, "\(account) \(given)")
  }
}
