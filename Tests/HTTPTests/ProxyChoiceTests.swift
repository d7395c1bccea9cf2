import Testing

@testable import HTTP

struct ProxyChoiceTests {
  private func proxy(_ environment: [String: String], _ scheme: WebAddress.Scheme) -> String {
    CurlSettings(environment: environment, connectTimeout: .zero, idleTimeout: .zero)
      .proxy(for: scheme)
  }

  @Test func `a proxy is chosen by the URL's scheme, in curl's order`() {
    let order: [(String, WebAddress.Scheme)] = [
      ("http_proxy", .http), ("https_proxy", .https), ("HTTPS_PROXY", .https),
      ("all_proxy", .https), ("ALL_PROXY", .https),
    ]
    var environment = Dictionary(uniqueKeysWithValues: order.map { ($0.0, $0.0) })
    for (name, scheme) in order {
      #expect(proxy(environment, scheme) == name)
      environment[name] = nil
    }
    #expect(proxy(environment, .https) == "")
  }

  @Test func `HTTP_PROXY in capitals is ignored, because any client of a CGI program can set it`() {
    #expect(proxy(["HTTP_PROXY": "http://evil:1"], .http) == "")
  }

  @Test func `an empty variable means no proxy, and takes precedence over those after it`() {
    let environment = ["https_proxy": "", "HTTPS_PROXY": "http://one:1", "ALL_PROXY": "http://two"]
    #expect(proxy(environment, .https) == "")
  }
}
