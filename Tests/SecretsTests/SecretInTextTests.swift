import Secrets
import Testing

/// F51: a secret in a text is found, whatever encoding a server has put on it.
struct SecretInTextTests {
  private static let text = "xqzv-Kjwp/fmgh+ty9A"
  private static let bytes = Array(text.utf8)

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func percent(_ text: String) -> String {
    text.utf8.map { "%" + hex($0) }.joined()
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let buffer = SecretBuffer()
    bytes.withUnsafeBytes { buffer.appendBase64($0) }
    return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private static func wide(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { Unicode.Scalar($0.value + 0xFEE0)! }))
  }

  private static let forms: [String: String] = [
    "plain": text, "capital": text.uppercased(), "small": text.lowercased(), "wide": wide(text),
    "backwards": String(text.reversed()), "spelled": text.map(String.init).joined(separator: " "),
    "without marks": text.filter { $0.isLetter || $0.isNumber },
    "percent": percent(text), "capital percent": percent(text).uppercased(),
    "percent of percent": percent(percent(text)),
    "percent five times": (0..<5).reduce(text) { text, _ in
      text.replacing("%", with: "%25").replacing("-", with: "%2D")
    },
    "quoted-printable": bytes.map { "=" + hex($0).uppercased() }.joined(),
    "JSON": bytes.map { "\\u00" + hex($0) }.joined(),
    "JSON of JSON": bytes.map { "\\\\u00" + hex($0) }.joined(),
    "C": bytes.map { "\\x" + hex($0) }.joined(),
    "HTML": bytes.map { "&#\($0);" }.joined(),
    "HTML in hex": bytes.map { "&#x" + hex($0) + ";" }.joined(),
    "hex": bytes.map(hex).joined(), "capital hex": bytes.map(hex).joined().uppercased(),
    "hex dump": bytes.map(hex).joined(separator: " "),
    "hex list": bytes.map { "0x" + hex($0) }.joined(separator: ", "),
    "decimal list": "[" + bytes.map { "\($0)" }.joined(separator: ",") + "]",
    "odd hex": "a" + bytes.map(hex).joined(),
    "Base64": base64(bytes), "of a pair": base64(Array("octodog:".utf8) + bytes),
    "of a longer pair": base64(Array("octodogs:".utf8) + bytes),
    "of the longest pair": base64(Array("octodoggy:".utf8) + bytes),
    "for URLs": base64(bytes).replacing("+", with: "-").replacing("/", with: "_"),
    "without its end": base64(bytes).filter { $0 != "=" },
    "of Base64": base64(Array(base64(bytes).utf8)),
    "Base64 of hex": base64(Array(bytes.map(hex).joined().utf8)),
    "percent of Base64": percent(base64(bytes)),
    "Base64 of percent": base64(Array(percent(text).utf8)),
    "Base64 of the reverse": base64(bytes.reversed()),
  ]

  @Test(arguments: forms.keys.sorted())
  func `F51 a secret is found in every form`(name: String) throws {
    let form = try #require(Self.forms[name])
    for text in [form, "Bad: '\(form)'.", "it was \(form) in all"] {
      #expect(Secret(Self.text).isShown(in: text), "\(text)")
      #expect(Secret(Self.text).isShown(in: text, part: 8), "\(text)")
    }
  }

  @Test func `other letters and widths than ASCII's are the same secret`() {
    #expect(Secret("ÄÖÜ-пароль").isShown(in: "bad: äöü-ПАРОЛЬ"))
    #expect(Secret("ＸＱＺＶ").isShown(in: "xqzv"))
  }

  @Test(arguments: [
    "Password is in the breach list", "emails is needed",
    "The password must have 12 characters or more.",
    "2819c223-7f76-453a-919d-413861904646", "https://scim.test/v2/Users/2819c223-7f76-453a",
    "W/\"3694e05e9dff591\"", "", "%", "\\", "&#;", "%%%", "====", "\\u", "&#99999999999;", "0x",
  ])
  func `what has nothing to do with it is not it`(text: String) {
    #expect(!Secret(Self.text).isShown(in: text))
    #expect(!Secret(Self.text).isShown(in: text, part: 8))
  }

  @Test func `what is known does not count`() {
    let secret = Secret("octodog-2024-x")
    #expect(secret.isShown(in: "/Users/octodog-2024-x", part: 8, unless: "/Users/octodog"))
    #expect(!secret.isShown(in: "/Users/octodog-2/", part: 8, unless: "/Users?filter=octodog-2"))
  }

  @Test func `a text too long to be looked through counts as one that shows it`() {
    #expect(Secret(Self.text).isShown(in: String(repeating: "é", count: 8193)))
    #expect(!Secret(Self.text).isShown(in: String(repeating: "é", count: 4000)))
  }
}
