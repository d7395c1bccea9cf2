import Accounts
import Testing

struct FlatJSONTests {
  private func read(_ text: String) throws(JSONFileError) -> [String: String] {
    try [String: String](flatJSON: Array(text.utf8))
  }

  @Test func `texts, numbers, booleans and lists become texts`() throws {
    let values = try read(
      #"{"a": "x", "b": 42, "c": 1.5, "d": true, "e": false, "f": ["g", "h"], "i": [], "j": ""}"#)
    #expect(
      values
        == [
          "a": "x", "b": "42", "c": "1.5", "d": "true", "e": "false", "f": "g,h", "i": "", "j": "",
        ])
    #expect(try read("{}") == [:])
  }

  @Test(arguments: [
    "0", "-1", "999999", "9007199254740991", "9007199254740993", "9223372036854775807",
    "18446744073709551615",
  ])
  func `a whole number keeps every digit, because it may be a seed`(number: String) throws {
    #expect(try read(#"{"seed": "# + number + "}") == ["seed": number])
  }

  @Test(arguments: [
    (#"{"a": null}"#, "a", "must be a text, a number, true, false or a list"),
    (#"{"a": {"b": 1}}"#, "a", "must be a text, a number, true, false or a list"),
    (#"{"a": ["b", 1]}"#, "a[1]", "must be a text, not a number"),
    (#"{"a": [["b"]]}"#, "a[0]", "must be a text, not a list"),
    ("[]", "", "must be an object, not a list"), (#""a""#, "", "must be an object, not a text"),
  ])
  func `other values are refused with their place`(text: String, key: String, why: String) throws {
    let error = try #require(throws: JSONFileError.self) { try read(text) }
    #expect(error == JSONFileError(key: key, why: why))
  }

  @Test func `F49 invalid JSON is refused with the line`() throws {
    let error = try #require(throws: JSONFileError.self) { try read("{\n\"a\": \n}") }
    #expect(error.key == "")
    #expect(error.why.contains("line 3"), "\(error.why)")
  }
}
