import Accounts
import Secrets
import Testing
import Text

@testable import SCIMAccounts

struct AttributeTests {
  private func body(_ given: [(path: String, value: String)], name: String = "octodog") throws
    -> String
  {
    let registration = Registration(username: Username(name), password: Secret("p\"w\\"))
    return SignUp.body(registration, try SCIMAttributes(given), id: "id-1").written().plain
  }

  @Test func `an account has a name, a password, active and the sign-up's id`() throws {
    #expect(
      try body([]) == #"""
        {"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"octodog",\#
        "password":"p\"w\\","active":true,"externalId":"id-1"}
        """#)
  }

  @Test func `extra attributes are placed by their paths, in the order given`() throws {
    let given = try body([
      ("name.givenName", "{{username}}"), ("emails[1].value", "b@example.org"),
      ("emails[0].value", "{{username}}@example.org"), ("emails[0].primary", "true"),
      ("Name.familyName", "-"), ("title", "{{username}} & {{username}}"), ("roles[0]", "x"),
      (enterprise + ":department", "Sales"), (enterprise + ":manager.value", "26"),
      ("urn:example:a:flag", "false"), ("nickName", "True"), ("locale", ""),
    ])
    #expect(
      given == #"""
        {"schemas":["urn:ietf:params:scim:schemas:core:2.0:User","\#(enterprise)","urn:example:a"],\#
        "userName":"octodog","password":"p\"w\\","active":true,"externalId":"id-1",\#
        "name":{"givenName":"octodog","familyName":"-"},\#
        "emails":[{"value":"octodog@example.org","primary":true},{"value":"b@example.org"}],\#
        "title":"octodog & octodog","roles":["x"],"nickName":"True","locale":"",\#
        "\#(enterprise)":{"department":"Sales","manager":{"value":"26"}},\#
        "urn:example:a":{"flag":false}}
        """#)
  }

  @Test func `a path may contain the core schema`() throws {
    #expect(
      try body([(SchemaURN.user + ":displayName", "x")]) == body([("displayName", "x")]))
  }

  @Test func `a name is filled in unchanged, and always as text`() throws {
    let given = try body([("title", "<{{username}}>")], name: "a\",\"active\":false,\"{{username}}")
    let tree = try #require(JSONValue(Array(given.utf8)))
    #expect(tree["title"] == .text("<a\",\"active\":false,\"{{username}}>"))
    #expect(tree["active"] == .bool(true))
    #expect(tree["userName"] == .text("a\",\"active\":false,\"{{username}}"))
  }

  @Test(
    arguments: [
      "", ".", "a.", ".a", "a..b", "a.b.c", "a b", "1a", "é", "a]", "a[0]b", "a[0].",
      "a[0][1]",
      "urn:", "urn:a:", "urn:a b:c", ":a", "a:b", "a\n", "emails[0] .value", "$ref", "a.b[0]",
    ])
  func `invalid paths are rejected`(path: String) {
    let error = wrong(given: [(path, "x")])
    #expect(error?.origin == .attribute(path))
    #expect(error?.why.hasPrefix("must be a path such as") == true)
  }

  @Test(arguments: [
    "emails[]", "emails[x]", "emails[-1]", "a[0", "emails[1234]", "emails[type eq \"work\"]",
    "emails[type co \"w\"].value", "emails[type eq work].value", "emails[type eq \"work].value",
    "emails[type eq 3].value", "emails[type eq \"a\" or type eq \"b\"].value", "emails[type].value",
    "emails[type eq \"work\".value", "emails[typeeq \"w\"].value", "emails[type eq null].value",
  ])
  func `the text in brackets must be an index or a comparison`(path: String) {
    #expect(
      wrong(given: [(path, "x")])?.why.hasPrefix("must have a whole number or a filter") == true)
  }

  @Test(
    arguments: [
      "userName", "USERNAME", "password", "schemas", "schemas[0]", "active", "externalId", "id",
      "meta.location", "urn:ietf:params:scim:schemas:core:2.0:User:userName",
      "URN:ietf:params:scim:schemas:core:2.0:user:password",
    ])
  func `attributes that every account has can't be set`(path: String) {
    #expect(
      wrong(given: [(path, "x")])
        == SCIMAttributeError(
          origin: .attribute(path), why: "can't be set, because every account has its own"))
  }

  @Test func `an extension may have an attribute with such a name`() throws {
    #expect(try body([("urn:example:a:id", "x")]).contains(#""urn:example:a":{"id":"x"}"#))
  }

  @Test(
    arguments: [
      (["title", "Title"], "is given twice"), (["a[0].b", "a[0].B"], "is given twice"),
      (["a", "a.b"], "is used both with and without a sub-attribute"),
      (["a[0]", "a[0].b"], "is used both with and without a sub-attribute"),
      (["a", "a[0]"], "is used both as a list and as a single value"),
      (["a.b", "a[0].b"], "is used both as a list and as a single value"),
      (["a[0]", "a[2]"], "needs an element [1] before it"),
      (["a[1]"], "needs an element [0] before it"),
      (["a[0].b", "a[type eq \"x\"].b"], "is used both with an index and with a filter"),
      (["a[type eq \"x\"].b", "a.b"], "is used both as a list and as a single value"),
      (
        ["a[type eq \"x\"].b", "a[kind eq \"x\"].b"],
        "is used with filters that compare different sub-attributes"
      ),
      (["a[type eq \"x\"].b", "A[Type eq \"X\"].B"], "is given twice"),
    ])
  func `conflicting paths are rejected`(paths: [String], why: String) {
    #expect(
      wrong(given: paths.map { ($0, "x") })
        == SCIMAttributeError(
          origin: .attribute(paths.last ?? ""), why: why,
          other: paths.count > 1 && !why.hasPrefix("needs") ? .attribute(paths[0]) : nil))
  }

  @Test func `a filter can't compare what its path sets`() {
    #expect(
      wrong(given: [("emails[type eq \"work\"].TYPE", "home")])?.why
        == "sets the sub-attribute that its own filter compares")
  }

  @Test func `a filter makes the element that passes it`() throws {
    let given = try body([
      ("emails[type eq \"work\"].value", "{{username}}@example.org"),
      ("emails[TYPE  EQ \"Work\" ].primary", "true"),
      ("emails[type eq \"a]\\\"b\"].value", "b@example.org"),
      ("phoneNumbers[primary eq true].value", "1"),
      (enterprise + ":x[y eq \"a:b\"].z", "2"),
    ])
    #expect(
      given == #"""
        {"schemas":["urn:ietf:params:scim:schemas:core:2.0:User","\#(enterprise)"],\#
        "userName":"octodog","password":"p\"w\\","active":true,"externalId":"id-1",\#
        "emails":[{"value":"octodog@example.org","primary":true,"type":"work"},\#
        {"value":"b@example.org","type":"a]\"b"}],"phoneNumbers":[{"value":"1","primary":true}],\#
        "\#(enterprise)":{"x":[{"z":"2","y":"a:b"}]}}
        """#)
  }

  @Test(arguments: ["{{name}}", "{{username}", "{{ username }}", "{{username}}{{"])
  func `only the username can be filled in`(value: String) {
    #expect(
      wrong(given: [("title", value)])?.why == "may contain no placeholder except {{username}}")
  }
}
