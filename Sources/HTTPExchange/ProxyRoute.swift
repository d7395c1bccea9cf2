/// The way to a server: straight, or through a proxy.
enum ProxyRoute: Hashable, Sendable {
  case direct
  /// A proxy that is told CONNECT. The authorization is that of HTTP's Basic scheme, in base64.
  case http(host: String, port: Int, authorization: String?)
  /// SOCKS 5; the proxy looks the host up.
  case socks(host: String, port: Int)
}

/// Which proxies there are, as curl reads it from the environment. Source: curl(1), "ENVIRONMENT", and
/// "PROXY PROTOCOL PREFIXES".
struct Proxies: Sendable {
  private let http: String?
  private let https: String?
  private let exceptions: ProxyExceptions

  init(environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first
    }
    // HTTP_PROXY in capitals is not read: to a CGI program, anybody can say it by a header "Proxy".
    http = value("http_proxy", "all_proxy", "ALL_PROXY")
    https = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    exceptions = ProxyExceptions(value("no_proxy", "NO_PROXY") ?? "")
  }

  /// - Throws: a failure where the proxy can't be used: going straight would go round it unasked.
  func route(to address: WebAddress) throws(HTTPFailure) -> ProxyRoute {
    let setting =
      switch address.scheme {
      case .http: http
      case .https: https
      }
    guard let setting, !setting.isEmpty, !exceptions.hold(address.host) else { return .direct }
    guard let route = Self.parse(setting) else {
      throw HTTPFailure(
        .unreachable, mayHaveArrived: false,
        detail: "the proxy in the environment is not of a kind that is known: "
          + "http://HOST:PORT or socks5://HOST:PORT")
    }
    return route
  }

  /// Such as `http://user:password@proxy.example:3128`, `proxy:3128`, `socks5h://proxy`; nil for any other.
  private static func parse(_ text: String) -> ProxyRoute? {
    var scheme = "http"
    var rest = text[...]
    if let mark = text.firstRange(of: "://") {
      scheme = text[..<mark.lowerBound].lowercased()
      rest = text[mark.upperBound...]
    }
    rest = rest.prefix { $0 != "/" }
    var user: Substring?
    if let at = rest.lastIndex(of: "@") {
      user = rest[..<at]
      rest = rest[rest.index(after: at)...]
    }
    guard let (host, port) = WebAddress.hostAndPort(rest) else { return nil }
    // curl's port for all kinds of proxies where none is named.
    let usedPort = port ?? 1080
    switch scheme {
    case "http":
      guard let user else { return .http(host: host, port: usedPort, authorization: nil) }
      guard let decoded = percentDecoded(user) else { return nil }
      let credentials =
        decoded.contains(UInt8(ascii: ":")) ? decoded : decoded + [UInt8(ascii: ":")]
      return .http(host: host, port: usedPort, authorization: base64(credentials))
    case "socks5", "socks5h":
      return user == nil ? .socks(host: host, port: usedPort) : nil
    default: return nil
    }
  }

  private static func percentDecoded(_ text: Substring) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return result
  }
}
