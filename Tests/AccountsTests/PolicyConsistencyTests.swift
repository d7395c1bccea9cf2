import Accounts
import Testing

/// A policy file whose rules leave no valid answer is refused with the place.
struct PolicyConsistencyTests {
  private func error(_ rules: String, of field: String = "password") -> JSONFileError? {
    let other = field == "password" ? "username" : "password"
    let text =
      #"{"name": "a", "\#(field)": {"rules": [\#(rules)]}, "\#(other)": {"rules": []}}"#
    do throws(JSONFileError) {
      _ = try Policy(json: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  private func rule(_ test: String, _ limit: Int, _ unit: String = "characters") -> String {
    #"{"test": "\#(test)", "limit": \#(limit), "unit": "\#(unit)", "refusal": "tooShort"}"#
  }

  @Test(arguments: ["username", "password"])
  func `a minimum above the maximum is refused, in either order`(field: String) {
    #expect(
      error(rule("minimum", 9) + "," + rule("maximum", 8), of: field)
        == JSONFileError(
          key: "\(field).rules[0].limit", why: "is more than the maximum at \(field).rules[1], 8"))
    #expect(
      error(rule("maximum", 8) + "," + rule("minimum", 9), of: field)?.key
        == "\(field).rules[1].limit")
    #expect(error(rule("minimum", 8) + "," + rule("maximum", 8), of: field) == nil)
  }

  @Test func `limits in different units are compared as far as the units allow`() {
    // Nine characters have at least nine bytes; nine bytes may be a single character.
    #expect(error(rule("minimum", 9) + "," + rule("maximum", 8, "bytes")) != nil)
    #expect(error(rule("minimum", 9, "codePoints") + "," + rule("maximum", 8, "bytes")) != nil)
    #expect(error(rule("minimum", 9, "bytes") + "," + rule("maximum", 8)) == nil)
  }

  @Test func `an alternative that can't be met is refused too`() {
    let least = #"{"test": "minimum", "limit": 20}"#
    let any = #"{"test": "any", "alternatives": [[\#(least)]], "refusal": "passwordCommon"}"#
    #expect(
      error(rule("maximum", 8) + "," + any)?.key
        == "password.rules[1].alternatives[0][0].limit")
    #expect(error(rule("maximum", 20) + "," + any) == nil)
  }

  @Test func `no answer is longer than a line`() {
    #expect(error(rule("minimum", 65_537))?.why.contains("65536 bytes") == true)
    #expect(error(rule("minimum", 65_536)) == nil)
  }

  private func kinds(_ test: String, _ kinds: String...) -> String {
    #"{"test": "\#(test)", "kinds": \#(kinds), "refusal": "usernameReserved"}"#
  }

  @Test(arguments: ["username", "password"], ["only", "startsWith", "contains"])
  func `a rule that lists no character is refused`(field: String, test: String) {
    let rules = rule("minimum", 1) + "," + kinds(test)
    let failure = JSONFileError(
      key: "\(field).rules[1].kinds", why: "must list at least one kind of character")
    #expect(error(rules, of: field) == failure)
  }

  @Test func `rules that together leave no character are refused, in any order`() {
    let why = "leaves no character that the other rules allow"
    for second in ["only", "startsWith", "contains"] {
      let rules = [kinds("only", "asciiLetters", "-"), kinds(second, "asciiDigits", "漢")]
      #expect(
        error(rules.joined(separator: ",")) == .init(key: "password.rules[1].kinds", why: why))
    }
    let contains = [kinds("contains", "asciiDigits"), kinds("only", "asciiUppercase")]
    #expect(error(contains.joined(separator: ","))?.key == "password.rules[0].kinds")
    let begins = [kinds("startsWith", "-"), kinds("only", "asciiLetters")]
    #expect(error(begins.joined(separator: ","))?.key == "password.rules[1].kinds")
    let han = [kinds("only", "alphanumerics"), kinds("startsWith", "漢"), kinds("contains", "é")]
    #expect(error(han.joined(separator: ",")) == nil)
  }

  @Test func `marks that are all an answer can begin with are refused`() {
    let marks = #"{"test": "innerMarks", "marks": "-_", "refusal": "usernameMarksInside"}"#
    #expect(
      error(kinds("only", "-") + "," + marks)
        == .init(
          key: "password.rules[1].marks",
          why: "contains every character that an answer can begin with"))
    #expect(error(kinds("only", "-", "x") + "," + marks) == nil)
    #expect(error(kinds("startsWith", "_") + "," + marks)?.key == "password.rules[1].marks")
  }

  @Test func `no alternative, and one without a character that the other rules allow, are refused`()
  {
    func any(_ alternatives: String) -> String {
      #"{"test": "any", "alternatives": [\#(alternatives)], "refusal": "passwordCommon"}"#
    }
    #expect(
      error(any(""))
        == .init(key: "password.rules[0].alternatives", why: "must list at least one alternative"))
    let digit = #"[], [{"test": "contains", "kinds": ["asciiDigits"]}]"#
    #expect(
      error(any(digit) + "," + kinds("only", "asciiLetters"))?.key
        == "password.rules[0].alternatives[1][0].kinds")
    let lower = #"[{"test": "only", "kinds": ["asciiLowercase"]}]"#
    #expect(
      error(kinds("contains", "asciiDigits") + "," + any(lower))?.key == "password.rules[0].kinds")
    #expect(error(any(digit)) == nil)
  }

  @Test func `a reserved name that is every name is refused`() {
    let names = #"{"test": "notReserved", "names": ["a", "*"], "refusal": "usernameReserved"}"#
    #expect(
      error(names, of: "username")
        == .init(key: "username.rules[0].names[1]", why: "reserves every name"))
  }
}
