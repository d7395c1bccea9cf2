import Testing

@testable import Accounts

struct PolicyJSONTests {
  private func read(_ text: String) throws(JSONFileError) -> Policy {
    try Policy(json: Array(text.utf8))
  }

  @Test(arguments: Policy.named)
  func `a named policy reads back the same`(policy: Policy) throws {
    let text = policy.json
    #expect(text.hasSuffix("}\n"))
    let back = try read(text)
    #expect(back == policy)
    #expect(back.json == text)
  }

  @Test func `the named policies are listed in this order`() {
    #expect(
      Policy.named.map(\.name)
        == ["rxswift", "combine", "simple", "moya", "local", "github", "strict"])
  }

  @Test func `keys missing from a file have their defaults`() throws {
    let policy = try read(
      #"{"name": "mine", "username": {"rules": []}, "password": {"rules": []}}"#)
    #expect(
      policy
        == Policy(
          name: "mine", username: .init(rules: [], accepted: .reason(.usernameAcceptable)),
          password: .init(rules: [], accepted: .reason(.passwordAcceptable))))
    #expect(policy.repeated == nil)
    #expect(policy.availability == nil)
    #expect(policy.taken == .reason(.usernameTaken))
    #expect(policy.identity == .canonical)
    #expect(policy.comparison == .bytes)
    #expect(policy.done == nil)
  }

  @Test func `every test, kind and unit of a rule can be read`() throws {
    let policy = try read(
      """
      {"name": "all", "password": {"rules": []}, "username": {"report": "all", "rules": [
        {"test": "minimum", "limit": 2, "refusal": "passwordCommon"},
        {"test": "maximum", "limit": 9, "unit": "bytes", "refusal": "passwordCommon"},
        {"test": "maximum", "limit": 8, "unit": "codePoints", "refusal": "passwordCommon"},
        {"test": "only", "kinds": ["alphanumerics", "asciiLetters", "-", "字"], "refusal": "passwordCommon"},
        {"test": "contains", "kinds": ["asciiUppercase", "asciiLowercase"], "refusal": "passwordCommon"},
        {"test": "startsWith", "kinds": ["asciiDigits"], "refusal": {"en": "No.", "zh-Hans": "不"}},
        {"test": "innerMarks", "marks": "-_", "refusal": "passwordCommon"},
        {"test": "notReserved", "refusal": "passwordCommon"},
        {"test": "notReserved", "names": ["me"], "refusal": "passwordCommon"},
        {"test": "notCommon", "refusal": "passwordCommon"},
        {"test": "notNearUsername", "edits": 0, "refusal": "passwordCommon"},
        {"test": "any", "alternatives": [[{"test": "notCommon"}], []], "refusal": "passwordCommon"}]}}
      """)
    let tests: [Rule.Test] = [
      .minimum(2, .characters), .maximum(9, .bytes), .maximum(8, .codePoints),
      .only([.alphanumerics, .asciiLetters, .scalar("-"), .scalar("字")]),
      .contains([.asciiUppercase, .asciiLowercase]), .startsWith([.asciiDigits]),
      .innerMarks("-_"), .notReserved(Policy.reservedNames), .notReserved(["me"]), .notCommon,
      .notNearUsername(0), .any([[.notCommon], []]),
    ]
    #expect(policy.username.rules.map(\.test) == tests)
    #expect(policy.username.report == .all)
    #expect(policy.username.rules[5].refusal == .texts(["en": "No.", "zh-Hans": "不"]))
    #expect(try read(policy.json) == policy)
  }

  @Test func `a policy's own words come with their texts and the limit`() throws {
    let policy = try read(
      """
      {"name": "own", "password": {"rules": []}, "username": {"accepted": {"en": "Fine."}, "rules": [
        {"test": "minimum", "limit": 3, "refusal": {"en": "{limit} at least"}}]}}
      """)
    #expect(
      policy.judge(username: Username("ab"))
        == .failed([Judgement.Ground(.texts(["en": "{limit} at least"]), limit: 3)]))
    #expect(
      policy.judge(username: Username("abc")) == .ok(Judgement.Ground(.texts(["en": "Fine."]))))
  }

  @Test func `the other parts of a policy can be read`() throws {
    let policy = try read(
      """
      {"name": "parts", "username": {"rules": []}, "password": {"rules": []},
       "repeat": {"different": "passwordsMustBeSame", "accepted": {"en": "Same."}},
       "availability": {"available": {"en": "Free."}, "suggestions": false}, "taken": "accountExists",
       "identity": "bytes", "comparison": "opaqueString", "passwordNeedsUsername": true,
       "done": "wonderful"}
      """)
    #expect(policy.repeated?.different == .reason(.passwordsMustBeSame))
    #expect(policy.repeated?.accepted == .texts(["en": "Same."]))
    #expect(policy.availability?.available == .texts(["en": "Free."]))
    #expect(policy.availability?.suggestions == false)
    #expect(policy.taken == .reason(.accountExists))
    #expect(policy.identity == .bytes)
    #expect(policy.comparison == .opaqueString)
    #expect(policy.passwordNeedsUsername)
    #expect(policy.done == .reason(.wonderful))
    #expect(try read(policy.json) == policy)
  }
}
