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
}
