import Accounts
import TestSupport
import Testing

/// Policy files with random changes are either read or refused with the place.
struct PolicyFuzzTests {
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "-1", "0", "1e9", "999999999999999999999",
    "\"rules\"", "\"test\"", "\"any\"", "\"alternatives\"", "\"limit\"", "\"minimum\"", "\"only\"",
    "\"kinds\"", "\"name\": \"a\",", "{limit}", "{", "\\u0000", "é", "[[[[[[[[[[[[[[[[",
    "\"rule\": \"email\",", "\"required\": false,", "\"default\": \"a\",", "\"choices\": [\"a\"],",
    "\"pattern\": \"(\",", "\"length\": {\"min\": 3},",
  ]

  @Test func `a policy file with random changes is read or refused with its place`() throws {
    let (form, files) = (FormFile.bytes(FormFile.everyKey), Policy.named.map(\.json.utf8))
    var (read, refused) = (0, 0)
    for var fuzz in FuzzCase.cases(5_000) {
      let file = fuzz.mutated(fuzz.below(3) == 0 ? form : Array(fuzz.pick(files)), Self.pieces)
      do throws(JSONFileError) {
        let policy = try Policy(json: file)
        read += 1
        var plain = policy
        plain.questions = []
        #expect(try Policy(json: Array(plain.json.utf8)) == plain, "\(fuzz.name)")
        for question in policy.questions {
          for text in ["", "a", "1", "ann@example.org", "é漢😀\0"] { _ = question.judge(text) }
          if let standard = question.standard {
            #expect(question.judge(standard).isValid, "\(fuzz.name)")
          }
        }
        for text in ["", "a", "octodog-octodog-1", "é漢😀\0"] {
          _ = policy.judge(username: Username(text))
          _ = policy.verdict(password: text, username: "octodog")
        }
      } catch {
        refused += 1
        #expect(!error.why.isEmpty, "\(fuzz.name)")
        #expect(
          !error.key.isEmpty || error.why.contains("line ") || error.why.contains("needs the key"),
          "\(fuzz.name): \(error.why)")
      }
    }
    #expect(read + refused == 1 || read > 30 && refused > 1_000)
  }

  @Test func `F78 a policy file with 500 brackets is refused with its place`() throws {
    let file = Array(String(repeating: "[", count: 500).utf8)
    let error = #expect(throws: JSONFileError.self) { try Policy(json: file) }
    #expect(
      error?.why
        == "is not valid JSON: line 1, column 65: lists and objects are nested more than 64 deep")
  }

  @Test func `F78 a policy file with a duplicate key is refused with its place`() throws {
    let file = Array("{\"name\": \"a\",\n \"name\": \"b\"}".utf8)
    let error = #expect(throws: JSONFileError.self) { try Policy(json: file) }
    #expect(
      error?.why
        == "is not valid JSON: line 2, column 2: the object has this key twice: \"name\"")
  }
}
