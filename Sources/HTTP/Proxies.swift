/// The proxies in the environment, from the variables that curl reads (curl(1), "ENVIRONMENT").
/// libcurl interprets their values.
struct Proxies: Sendable {
  /// The hosts to reach without a proxy.
  let exceptions: String
  private let http: String
  private let https: String

  init(environment: [String: String]) {
    func value(_ names: String...) -> String {
      // An empty variable takes precedence over those after it.
      names.lazy.compactMap { environment[$0] }.first ?? ""
    }
    // HTTP_PROXY in capitals is ignored: in a CGI program, any client can set it with a "Proxy"
    // header.
    http = value("http_proxy", "all_proxy", "ALL_PROXY")
    https = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    exceptions = value("no_proxy", "NO_PROXY")
  }

  /// Returns the proxy for a scheme; an empty string if there is none.
  func proxy(for scheme: WebAddress.Scheme) -> String {
    switch scheme {
    case .http: http
    case .https: https
    }
  }
}
