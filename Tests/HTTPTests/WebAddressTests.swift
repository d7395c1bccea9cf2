import HTTP
import Testing

struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org/"),
    ("HTTPS://Example.ORG:443/A?b#c", "https://example.org/A?b"),
    ("http://example.org:80", "http://example.org/"),
    ("http://example.org:8080?q", "http://example.org:8080/?q"),
    ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("https://127.0.0.1/%2e%2e", "https://127.0.0.1/%2e%2e"),
  ])
  func `an address is parsed and normalized`(_ text: String, _ wanted: String) {
    #expect(WebAddress(text)?.text == wanted)
  }

  @Test(arguments: [
    "", "example.org", "ftp://example.org", "https://", "https:///x", "https://user@example.org",
    "https://example.org:0", "https://example.org:65536", "https://example.org:80x",
    "https://ex ample.org", "https://example.org\\@evil.org", "https://example.org/\n",
    "https://ex%61mple.org", "https://[::1", "https://[::1]x", "https://\u{E9}.org",
    "https://example.org/\"",
  ])
  func `invalid addresses are rejected`(_ text: String) {
    #expect(WebAddress(text) == nil)
  }

  /// The examples of RFC 3986, 5.4, that have an http target.
  @Test(arguments: [
    ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
    ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), (";x", "/b/c/;x"),
    ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"),
    ("../g", "/b/g"), ("../..", "/"), ("../../g", "/g"), ("../../../g", "/g"),
    ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."), ("..g", "/b/c/..g"),
    ("./../g", "/b/g"), ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"),
    ("g?y/../x", "/b/c/g?y/../x"),
  ])
  func `a reference is resolved as RFC 3986 specifies`(_ reference: String, _ target: String) {
    #expect(WebAddress("http://a/b/c/d;p?q")?.resolving(reference)?.text == "http://a" + target)
  }

  @Test func `a reference can lead to another origin or be invalid`() {
    let address = WebAddress("https://a/b")
    #expect(address?.resolving("//g/h")?.text == "https://g/h")
    #expect(address?.resolving("http://g")?.text == "http://g/")
    for reference in ["mailto:a@b", "http:g", "//", "//u@h/", "/ g", "http://"] {
      #expect(address?.resolving(reference) == nil, "\(reference)")
    }
  }

  @Test func `a different scheme, host or port is a different origin`() throws {
    let one = try #require(WebAddress("https://example.org/a"))
    for (text, isSame) in [
      ("https://EXAMPLE.org:443/b", true), ("http://example.org:443/a", false),
      ("https://example.org:444/a", false), ("https://www.example.org/a", false),
      ("https://example.org./a", false),
    ] {
      #expect(one.isSameOrigin(as: try #require(WebAddress(text))) == isSame, "\(text)")
    }
  }
}
