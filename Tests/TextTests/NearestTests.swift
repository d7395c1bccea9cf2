import Testing
import Text

struct NearestTests {
  @Test(arguments: [
    ("sead", "seed"), ("MOCK_TAKN", "mock-taken"), ("Seed", "seed"), ("", "seed"),
    ("locale", "locale"), ("lcoale", "locale"),
  ])
  func `the nearest word is the one with the fewest edits`(word: String, known: String) {
    #expect(nearest(to: word, among: ["seed", "locale", "mock-taken"]) == known)
  }

  @Test func `the first of equally near words is chosen, and none from an empty list`() {
    #expect(nearest(to: "ab", among: ["ac", "ad"]) == "ac")
    #expect(nearest(to: "ab", among: []) == nil)
  }

  @Test func `a word beyond the limit is not near`() {
    #expect(nearest(to: "replya", among: ["replay"], within: 2) == "replay")
    #expect(nearest(to: "notes", among: ["replay"], within: 2) == nil)
  }

  @Test func `a word of a million letters costs no more than its first letters`() {
    let word = String(repeating: "x", count: 1_000_000)
    #expect(nearest(to: word, among: ["seed", "locale"]) != nil)
  }
}
