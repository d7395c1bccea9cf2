extension HTTPResponse {
  /// How long the server asks to wait; nil for not saying it, and for saying it in a way that makes no
  /// sense. A date counts from the server's own `Date`, so that no clock has to be right but its own.
  /// Source: RFC 9110, 10.2.3.
  package var retryAfter: Duration? {
    guard let value = header("Retry-After") else { return nil }
    if !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // What is too long for a number is as good as never.
      return .seconds(min(Int(value) ?? .max, Self.never))
    }
    guard let date = header("Date").flatMap(HTTPDate.seconds), let then = HTTPDate.seconds(value)
    else { return nil }
    return .seconds(max(then - date, 0))
  }

  /// Seconds in ten years.
  private static let never = 315_576_000
}
