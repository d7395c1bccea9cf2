import Testing
import Text

struct TextOrderTests {
  private static let texts: [String] =
    ["", "a", "b", "aa", "ab", "aaaaaaa", "aaaaaaaa", "aaaaaaab", "aaaaaaaaa", "aaaaaaaab"]
    + ["aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaab", "é", "e\u{301}", "ß", "名", "𠀋"]

  @Test(arguments: texts, texts)
  func `bytes are ordered`(left: String, right: String) {
    let precede = Array(left.utf8).withUnsafeBytes { left in
      Array(right.utf8).withUnsafeBytes { Bytes.precede(left, $0) }
    }
    #expect(precede == left.utf8.lexicographicallyPrecedes(right.utf8))
  }

  @Test(arguments: texts, texts)
  func `a text matches its own bytes and no others`(left: String, right: String) {
    let isSame = left.utf8.elementsEqual(right.utf8)
    #expect(Array(right.utf8).withUnsafeBytes { left.isUTF8($0) } == isSame)
    #expect(Array(left.utf8).isSame(as: Array(right.utf8)) == isSame)
  }
}
