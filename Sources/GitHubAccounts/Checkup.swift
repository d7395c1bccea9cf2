import Accounts
import HTTP

extension GitHubAccounts: Examinable {
  /// Checks the pages, the API and the connection. It signs no one up or in.
  package func checkup() async -> [Finding] {
    var findings = [url, apiURL].compactMap(Self.openWay)
    findings.append(await pages())
    findings += await api()
    findings.append(
      Finding(
        .warning, "github sign-up", "it is simulated by the mock: no account is created",
        advice: "send people to \(url)/join"))
    return findings
  }

  /// Warns about a connection without TLS, which anyone on the path can read and change.
  private static func openWay(to url: String) -> Finding? {
    guard let address = WebAddress(url), address.scheme == .http else { return nil }
    return Finding(
      .warning, "github tls",
      "\(address.origin) does not use TLS: passwords can be read in transit",
      advice: "use https")
  }

  private func pages() async -> Finding {
    let subject = "github pages"
    // Longer than GitHub allows, so the name can never be taken.
    let page = url + "/" + String(repeating: "nobody-", count: 6) + "nobody"
    let response: HTTPResponse
    do { response = try await ask(.page(page)) } catch { return finding(subject, error) }
    switch Availability(of: page, from: response) {
    case .available:
      let way = url.hasPrefix("https:") ? ", with a trusted certificate" : ""
      return Finding(.ok, subject, "\(url) is GitHub" + way)
    case .unknown(.notTheService):
      return Finding(
        .error, subject, "status \(response.status), but not from GitHub",
        advice: "check --github-url, and whether a proxy or a network's login page answers")
    case .unknown(.nonsense):
      return Finding(
        .error, subject, "a free name is redirected to \(response.url)",
        advice: "a GitHub Enterprise in private mode does not reveal names")
    case .taken, .unknown:
      return Finding(
        .error, subject, "status \(response.status) for a free name", advice: nil)
    }
  }

  private func api() async -> [Finding] {
    let subject = "github api"
    let response: HTTPResponse
    let request = HTTPRequest(.get, apiURL + "/rate_limit", headers: HTTPRequest.apiHeaders)
    do { response = try await ask(request) } catch { return [finding(subject, error)] }
    guard response.isGitHubs else {
      return [
        Finding(
          .error, subject, "status \(response.status), but not from GitHub",
          advice: "check --github-api-url; that of a GitHub Enterprise ends in /api/v3")
      ]
    }
    var findings = [limit(response)]
    if signInCall == .authorizations {
      findings.append(
        Finding(
          .warning, "github sign-in", "GitHub itself closed POST /authorizations in 2020",
          advice: "use --github-sign-in user, except for a server that still supports it"))
    }
    return findings
  }

  private func limit(_ response: HTTPResponse) -> Finding {
    let subject = "github api"
    guard let left = response.header("X-RateLimit-Remaining").flatMap({ Int($0) }),
      let limit = response.header("X-RateLimit-Limit").flatMap({ Int($0) })
    else { return Finding(.ok, subject, "\(apiURL) answers, without a rate limit") }
    if left > 0 && !response.isRateLimited {
      return Finding(.ok, subject, "\(apiURL) answers, \(left) of \(limit) requests left")
    }
    return Finding(
      .warning, subject, "none of the \(limit) requests per hour are left",
      advice: "try again within the hour")
  }

  private func ask(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    do {
      return try await exchange.send(request, within: timeout)
    } catch {
      throw error as? HTTPFailure
        ?? HTTPFailure(.unreachable, mayHaveArrived: true, detail: "cancelled")
    }
  }

  private func finding(_ subject: String, _ failure: HTTPFailure) -> Finding {
    let advice: String? =
      switch failure.reason {
      case .badCertificate:
        "if the certificate comes from your own authority, name its file in SSL_CERT_FILE"
      case .redirected: "use the URL that it redirects to"
      case .unreachable, .timedOut: "check the network, HTTPS_PROXY and NO_PROXY"
      case .noLibrary: "install libcurl 7.87 or newer (on Debian, the package libcurl4)"
      case .malformed, .tooLarge, .holdsSecret, .rateLimited: nil
      }
    return Finding(.error, subject, failure.detail, advice: advice)
  }
}
