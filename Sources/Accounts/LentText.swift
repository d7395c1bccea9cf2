import Secrets
import Text

extension UTF8Text {
  /// The length in a unit. O(n).
  package func count(_ unit: Policy.Unit) -> Int {
    switch unit {
    case .bytes: bytes.count
    case .codePoints: reduce(0) { count, _ in count + 1 }
    case .characters: characterCount
    }
  }
}

extension SecretBuffer {
  /// Calls the closure with a view of the text.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    withBytes { body(UTF8Text(bytes: $0)) }
  }
}

extension Secret {
  /// Calls the closure with a view of the text.
  package func withUTF8Text<Result>(_ body: (UTF8Text) -> Result) -> Result {
    withBytes { body(UTF8Text(bytes: $0)) }
  }
}
