/// The settings that all requests share.
struct CurlSettings: Sendable {
  let proxies: Proxies
  /// The file or directory of certificates to trust; `nil` for the system's.
  let certificates: String?
  /// The maximum time to establish a connection, for all of the host's addresses together.
  let connectTimeout: Duration
  /// How long an unused connection can be used again, in whole seconds.
  let idleTimeout: Duration

  init(environment: [String: String], connectTimeout: Duration, idleTimeout: Duration) {
    proxies = Proxies(environment: environment)
    certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
  }
}
