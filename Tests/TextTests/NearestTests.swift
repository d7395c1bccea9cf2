import Testing
import Text

struct NearestTests {
  @Test(arguments: [
    ("sead", "seed"), ("MOCK_TAKN", "mock-taken"), ("Seed", "seed"), ("esed", "seed"),
    ("locale", "locale"), ("lcoale", "locale"), ("mock-tkane", "mock-taken"),
    ("sqlight", "sqlite"), ("strct", "strict"), ("signin", "sign-in"), ("strng", "strong"),
  ])
  func `the nearest word is the one with the fewest slips`(word: String, known: String) {
    let words = ["seed", "locale", "mock-taken", "strict", "strong", "sign-in", "sqlite"]
    #expect(nearest(to: word, among: words) == known)
  }

  @Test(arguments: [
    ("password", "record"), ("text", "rest"), ("moya", "mock"), ("notes", "replay"), ("", "en"),
    ("x", "y"), ("hunter2", "upper"), ("github-token", "github-url"),
  ])
  func `a word with another meaning is not near`(word: String, known: String) {
    #expect(nearest(to: word, among: [known]) == nil)
    #expect(nearest(to: word, among: [known], atAnyDistance: true) == known)
    #expect(suggestion(for: word, among: [known]).isEmpty)
  }

  @Test func `neighbours that have changed places are one slip`() {
    #expect(nearest(to: "abcdef", among: ["abxyef", "abdcef"]) == "abdcef")
  }

  @Test func `the first of equally near words is chosen, and none from an empty list`() {
    #expect(nearest(to: "abc", among: ["abd", "abe"]) == "abd")
    #expect(nearest(to: "abc", among: []) == nil)
    #expect(suggestion(for: "replya", among: ["replay"]) == "; did you mean replay?")
  }

  @Test func `a word of a million letters costs no more than its first letters`() {
    let word = String(repeating: "x", count: 1_000_000)
    #expect(nearest(to: word, among: ["seed", "locale"], atAnyDistance: true) != nil)
  }
}
