import Testing
import Text

struct PercentEncodingTests {
  @Test(arguments: [
    ("../login", "..%2Flogin"), ("a?b", "a%3Fb"), ("a#b", "a%23b"), ("%2e%2e", "%252e%252e"),
    ("..", "%2E%2E"), (".", "%2E"), ("a/b", "a%2Fb"), ("a\\b", "a%5Cb"), ("a b", "a%20b"),
    ("a\r\nb", "a%0D%0Ab"), ("\0", "%00"), ("a@b:c", "a%40b%3Ac"), ("a;b=c&d", "a%3Bb%3Dc%26d"),
    ("é", "%C3%A9"), ("汉", "%E6%B1%89"), ("👍", "%F0%9F%91%8D"), ("\u{7F}", "%7F"), ("", ""),
    ("azAZ09-_~", "azAZ09-_~"), ("٣", "%D9%A3"), ("e\u{301}", "e%CC%81"),
  ])
  func `F28 a name never leaves its path segment`(name: String, encoded: String) {
    #expect(percentEncoded(name) == encoded)
  }

  @Test func `F28 every byte becomes itself or its escape`() {
    let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~".utf8)
    for byte in UInt8(0)..<0x80 {
      let text = String(Unicode.Scalar(byte))
      let encoded = percentEncoded(text)
      if unreserved.contains(byte) {
        #expect(encoded == text)
      } else {
        #expect(encoded.utf8.count == 3 && encoded.hasPrefix("%"))
        #expect(UInt8(encoded.dropFirst(), radix: 16) == byte)
      }
    }
  }
}
