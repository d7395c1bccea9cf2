import Accounts
import Testing

/// An invalid policy file is refused with the key and the reason.
struct PolicyJSONErrorTests {
  private func error(_ text: String) throws -> JSONFileError {
    try #require(throws: JSONFileError.self) { try Policy(json: Array(text.utf8)) }
  }

  /// A policy whose second rule for passwords has these members.
  private func withRule(_ members: String) -> String {
    let refusal = members.contains("\"refusal\"") ? "" : #", "refusal": "passwordCommon""#
    return #"{"name": "a", "username": {"rules": []}, "password": {"rules": ["#
      + #"{"test": "notCommon", "refusal": "passwordCommon"}, {\#(members)\#(refusal)}]}}"#
  }

  @Test(
    arguments: cases(
      #"""
      {} → - → needs the key "name"
      {"name": "a"} → - → needs the key "username"
      {"name": "a", "username": {"rules": []}} → - → needs the key "password"
      {"name": "a", "username": {}, "password": {"rules": []}} → username → needs the key "rules"
      {"name": "a", "username": {"rules": [{"test": "notCommon"}]}} → username.rules[0] → \#
      needs the key "refusal"
      {"name": 1, "username": {}} → name → must be a text, not a number
      {"name": null, "username": {}} → name → must be a text, not null
      {"name": "a", "username": []} → username → must be an object, not a list
      {"name": "a", "username": {"rules": {}}} → username.rules → must be a list, not an object
      {"name": "a", "username": {"rules": ["x"]}} → username.rules[0] → \#
      must be an object, not a text
      [] → - → must be an object, not a list
      true → - → must be an object, not true or false
      """#))
  func `a key that is missing or of the wrong type is named`(
    text: String, key: String, why: String
  ) throws {
    #expect(try error(text) == JSONFileError(key: key, why: why))
  }

  @Test func `an unknown key is named, with the known keys`() throws {
    let top = try error(#"{"name": "a", "usrname": {}}"#)
    #expect(top.key == "usrname")
    #expect(top.why.hasPrefix("is unknown here; known are name, username, password, repeat"))
    let inner = try error(#"{"name": "a", "username": {"rules": [], "rule": []}}"#)
    #expect(
      inner
        == .init(
          key: "username.rule",
          why: "is unknown here; known are rules, report, accepted; did you mean rules?"))
    let rule = try error(withRule(#""test": "notCommon", "limit": 3"#))
    #expect(
      rule
        == .init(key: "password.rules[1].limit", why: "is unknown here; known are test, refusal"))
  }

  @Test(
    arguments: cases(
      #"""
      "refusal": "passwordCommon" → - → needs the key "test"
      "test": "minimum" → - → needs the key "limit"
      "test": "innerMarks" → - → needs the key "marks"
      "test": "notNearUsername" → - → needs the key "edits"
      "test": "minimum", "limit": 0 → .limit → must be a whole number from 1 to 1000000
      "test": "minimum", "limit": 1.5 → .limit → must be a whole number from 1 to 1000000
      "test": "minimum", "limit": "5" → .limit → must be a whole number from 1 to 1000000
      "test": "minimum", "limit": 1000001 → .limit → must be a whole number from 1 to 1000000
      "test": "notNearUsername", "edits": -1 → .edits → must be a whole number from 0 to 100
      "test": "minimum", "limit": 1, "unit": "letters" → .unit → \#
      must be one of characters, codePoints, bytes
      "test": "only", "kinds": ["-", "ab"] → .kinds[1] → \#
      must be one character, or one of alphanumerics, asciiLetters, asciiUppercase, asciiLowercase, asciiDigits
      "test": "only", "kinds": [""] → .kinds[0] → \#
      must be one character, or one of alphanumerics, asciiLetters, asciiUppercase, asciiLowercase, asciiDigits
      "test": "any", "alternatives": [[{"test": "minimum", "limit": 0}]] → .alternatives[0][0].limit → \#
      must be a whole number from 1 to 1000000
      "test": "notCommon", "refusal": true → .refusal → must be the name of a wording or {"en": "…"}
      "test": "notCommon", "refusal": {"zh-Hans": "不"} → .refusal → needs the words for "en"
      "test": "notCommon", "refusal": {"en": 1} → .refusal.en → must be a text, not a number
      """#))
  func `an invalid rule is named by its place`(rule: String, key: String, why: String) throws {
    #expect(try error(withRule(rule)) == JSONFileError(key: "password.rules[1]" + key, why: why))
  }

  @Test(arguments: ["noSuchMessage", "custom", ""])
  func `an unknown message is not a wording`(name: String) throws {
    let error = try error(withRule(#""test": "notCommon", "refusal": "\#(name)""#))
    #expect(error.key == "password.rules[1].refusal")
    #expect(
      error.why == #"is not the name of a wording; write {"en": "…"}"#
        + " for words of your own")
  }

  @Test func `a misspelt key, name or wording is answered with the closest match`() throws {
    #expect(try error(#"{"nmae": "a"}"#).why.hasSuffix("done, questions; did you mean name?"))
    for (rule, why) in [
      (#""test": "minimun", "limit": 1"#, "notNearUsername, any; did you mean minimum?"),
      (#""test": "minimum", "limt": 1"#, "; did you mean limit?"),
      (#""test": "notCommon", "refusal": "TooShort""#, "of your own; did you mean tooShort?"),
      (#""test": "only", "kinds": ["asciiDigit"]"#, "; did you mean asciiDigits?"),
    ] {
      #expect(try error(withRule(rule)).why.hasSuffix(why), "\(rule)")
    }
  }

  @Test func `an unknown test lists the known tests`() throws {
    let error = try error(withRule(#""test": "shorter""#))
    #expect(error.key == "password.rules[1].test")
    #expect(error.why.hasPrefix("must be one of minimum, maximum, only, contains"))
  }

  @Test(
    arguments: cases(
      #"""
      {"name": "a", "username": {"rules": [], "report": "some"}} → username.report → \#
      must be one of first, all
      {"name": "a", "username": {"rules": []}, "password": {"rules": []}, "identity": "same"} → identity → \#
      must be one of bytes, canonical, caseless
      {"name": "a", "username": {"rules": []}, "password": {"rules": []}, "comparison": ""} → comparison → \#
      must be one of bytes, opaqueString
      {"name": "a", "username": {"rules": []}, "password": {"rules": []}, "passwordNeedsUsername": 1} → passwordNeedsUsername → \#
      must be true or false, not a number
      """#))
  func `an invalid choice lists the valid ones`(text: String, key: String, why: String) throws {
    #expect(try error(text) == JSONFileError(key: key, why: why))
  }

  @Test(arguments: [
    ("{\n  \"name\": \"a\"\n  \"x\": 1\n}", "line 3"), ("{\n\n]", "line 3"), ("{", "line 1"),
  ])
  func `invalid JSON is refused with the line`(text: String, line: String) throws {
    let error = try error(text)
    #expect(error.key == "")
    #expect(error.why.contains(line), "\(error.why)")
  }

  @Test(arguments: [[], [0xFF, 0xFE], Array("nonsense".utf8)] as [[UInt8]])
  func `F49 invalid UTF-8, or an empty file, is refused with a reason`(bytes: [UInt8]) throws {
    let error = try #require(throws: JSONFileError.self) { try Policy(json: bytes) }
    #expect(error.key == "")
    #expect(!error.why.isEmpty)
  }
}
