/// A strictly parsed http or https URL, so that no code has to guess from text where it leads.
package struct WebAddress: Equatable, Sendable {
  package enum Scheme: String, Sendable {
    case http, https

    var port: Int {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  package let scheme: Scheme
  /// The host in lower case; an IPv6 address has no brackets.
  package let host: String
  package let port: Int
  /// The path and the query. It begins with a slash.
  package let target: String

  /// Scheme, host and port, such as `https://example.org` or `http://127.0.0.1:8080`.
  package var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme.rawValue)://\(name)" + (port == scheme.port ? "" : ":\(port)")
  }

  package var text: String { origin + target }
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// Parses a URL, and drops its fragment. Returns `nil` if the text is not an absolute http or
  /// https URL, contains user information, or contains unescaped characters that must be escaped.
  package init?(_ text: String) {
    guard Self.isClean(text), let colon = text.firstRange(of: "://"),
      let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased())
    else { return nil }
    self.init(scheme, text[colon.upperBound...])
  }

  /// - Parameter rest: the part after `//`.
  private init?(_ scheme: Scheme, _ rest: Substring) {
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }
    (self.scheme, self.host, self.port) = (scheme, host, port ?? scheme.port)
    let target = rest[authority.endIndex...].prefix { $0 != "#" }
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  private init(_ origin: WebAddress, target: String) {
    (scheme, host, port, self.target) = (origin.scheme, origin.host, origin.port, target)
  }

  package func isSameOrigin(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Resolves a reference, such as a redirect's target, against this address; `nil` if the
  /// reference is invalid. Source: RFC 3986, 5.2.
  package func resolving(_ reference: String) -> WebAddress? {
    guard Self.isClean(reference) else { return nil }
    let reference = reference.prefix { $0 != "#" }
    if reference.hasPrefix("//") { return WebAddress(scheme, reference.dropFirst(2)) }
    let first = reference.prefix { !"/?".contains($0) }
    if first.contains(":") { return WebAddress(String(reference)) }
    if reference.isEmpty { return self }
    let query = reference.drop { $0 != "?" }
    let ownPath = reference[..<query.startIndex]
    if ownPath.isEmpty { return WebAddress(self, target: path + query) }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    let whole = ownPath.hasPrefix("/") ? String(ownPath) : String(folder + ownPath)
    return WebAddress(self, target: Self.withoutDots(whole) + query)
  }

  /// Removes the segments `.` and `..`; they can't lead above the root.
  private static func withoutDots(_ path: String) -> String {
    var result: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for segment in segments {
      switch segment {
      case ".": break
      case "..": _ = result.popLast()
      default: result.append(segment)
      }
    }
    if segments.last == "." || segments.last == ".." { result.append("") }
    return "/" + result.joined(separator: "/")
  }

  /// Splits a host and its optional port, such as `example.org:8080` or `[::1]`; `nil` if the text
  /// is invalid.
  static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
    var rest = text
    var host = rest.prefix { $0 != ":" }
    var allowed = "abcdefghijklmnopqrstuvwxyz0123456789-._"
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      allowed = "abcdef0123456789:."
    } else {
      rest = text[host.endIndex...]
    }
    let name = host.lowercased()
    guard !name.isEmpty, name.allSatisfy({ allowed.contains($0) }) else { return nil }
    if rest.isEmpty || rest == ":" { return (name, nil) }
    guard rest.hasPrefix(":"), rest.dropFirst().allSatisfy({ ("0"..."9").contains($0) }),
      let port = Int(rest.dropFirst()), (1...65535).contains(port)
    else { return nil }
    return (name, port)
  }

  private static func isClean(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""<>\"#.utf8.contains($0) }
  }
}
