/// The environment's proxies, by the variables that curl reads (curl(1), "ENVIRONMENT"). What their values
/// mean is libcurl's to say.
struct Proxies: Sendable {
  /// Hosts that are reached without a proxy.
  let exceptions: String
  private let http: String
  private let https: String

  init(environment: [String: String]) {
    func value(_ names: String...) -> String {
      // An empty variable hides those after it.
      names.lazy.compactMap { environment[$0] }.first ?? ""
    }
    // HTTP_PROXY in capitals is not read: to a CGI program, anyone can send it as a header "Proxy".
    http = value("http_proxy", "all_proxy", "ALL_PROXY")
    https = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    exceptions = value("no_proxy", "NO_PROXY")
  }

  /// The proxy for a scheme; empty if there is none.
  func proxy(for scheme: WebAddress.Scheme) -> String {
    switch scheme {
    case .http: http
    case .https: https
    }
  }
}
