/// The settings that all requests share.
struct CurlSettings: Sendable {
  /// The hosts to reach without a proxy, as libcurl interprets them.
  let proxyExceptions: String
  private let httpProxy: String
  private let httpsProxy: String
  /// The file or directory of certificates to trust; `nil` for the system's.
  let certificates: String?
  /// The maximum time to establish a connection, for all of the host's addresses together.
  let connectTimeout: Duration
  /// How long an unused connection can be used again, in whole seconds.
  let idleTimeout: Duration

  /// - Parameter environment: the variables that curl reads (curl(1), "ENVIRONMENT").
  init(environment: [String: String], connectTimeout: Duration, idleTimeout: Duration) {
    func value(_ names: String...) -> String {
      // An empty variable takes precedence over those after it.
      names.lazy.compactMap { environment[$0] }.first ?? ""
    }
    // HTTP_PROXY in capitals is ignored: in a CGI program, any client can set it with a "Proxy"
    // header.
    httpProxy = value("http_proxy", "all_proxy", "ALL_PROXY")
    httpsProxy = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    proxyExceptions = value("no_proxy", "NO_PROXY")
    certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
  }

  /// Returns the proxy for a scheme; an empty string if there is none.
  func proxy(for scheme: WebAddress.Scheme) -> String {
    switch scheme {
    case .http: httpProxy
    case .https: httpsProxy
    }
  }
}
