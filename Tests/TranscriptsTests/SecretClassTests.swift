import Testing

@testable import Transcripts

struct SecretClassTests {
  @Test(arguments: [
    ("strong", SecretClass.strong), ("common", .common), ("username", .username),
    ("like:octodog", .like("octodog")), ("like:a b:c", .like("a b:c")),
    ("lower:1", .lower(1)),
    ("upper:40", .upper(40)), ("digit:65536", .digit(65_536)), ("mixed:3", .mixed(3)),
    ("words:2", .words(2)), ("unicode:257", .unicode(257)), ("env:HOME", .environment("HOME")),
    ("env:A:B", .environment("A:B")), ("env:1", .environment("1")), ("file:/a/b", .file("/a/b")),
    ("file:a b:c", .file("a b:c")), ("file:5", .file("5")), ("file: ", .file(" ")),
  ])
  func `a class round-trips through printing and parsing`(text: String, secretClass: SecretClass) {
    #expect(SecretClass(text) == secretClass)
    #expect(secretClass.description == text)
  }

  @Test(arguments: [
    "", ":", "strong:", "strong:1", "strong:x", "Strong", " strong", "strong ", "common:",
    "common:1",
    "username:", "username:2", "weak", "lower", "lower:", "lower:0", "lower:05", "lower:00",
    "lower:-1",
    "lower:+1", "lower:1.5", "lower: 1", "lower:1 ", "lower:x", "lower:1:2", "lower:65537",
    "upper:0x1",
    "lower:99999999999999999999", "digit:٣", "mixed:１", "env:", "file:", "env", "file", "words:",
    "unicode:",
  ])
  func `invalid classes are rejected`(text: String) {
    #expect(SecretClass(text) == nil)
  }
}
