import Accounts
import HTTP
import Secrets

extension SCIMAccounts: Examinable {
  /// Reads the provider's configuration, searches for a name that no account has, and creates,
  /// duplicates and removes an account with an unmistakable name. The account is removed in any
  /// case. The checkup stops as soon as further steps can't yield results.
  package func checkup() async -> [Finding] {
    var findings = [Address.finding(provider.base, hasToken: provider.token != nil)]
    do {
      findings.append(try await discovery())
      findings.append(try await search())
    } catch {
      return findings + [Self.finding(error)]
    }
    return findings + (await Probe(self).run())
  }

  private func discovery() async throws -> Finding {
    let subject = "scim discovery"
    try await finder.discover(start())
    switch finder.knowledge.config {
    case .unasked:
      return Finding(.warning, subject, "/ServiceProviderConfig is temporarily unavailable")
    case .absent:
      return Finding(
        .warning, subject, "/ServiceProviderConfig is missing or can't be read",
        advice: "Make sure that --scim-url is the provider's SCIM address, without /Users.")
    case .known(let config):
      let schemes =
        config.schemes.isEmpty
        ? "no authentication scheme"
        : "authentication with " + config.schemes.map(Self.known).joined(separator: ", ")
      guard config.filters != false else {
        return Finding(
          .warning, subject, "filters are not supported; " + schemes, advice: Self.filterAdvice)
      }
      return Finding(.ok, subject, "filters are supported; " + schemes)
    }
  }

  /// A scheme that RFC 7643 (5) has a word for. What else a provider says may be anything, the token among it.
  private static func known(_ scheme: String) -> String {
    let schemes = ["oauth", "oauth2", "oauthbearertoken", "httpbasic", "httpdigest"]
    return schemes.contains(scheme.lowercased()) ? scheme : "an unknown scheme"
  }

  private func search() async throws -> Finding {
    let subject = "scim search"
    let nobody = "signup-bot-nobody-" + randomWord()
    let found = try await finder.accounts(named: nobody, start())
    guard found.isEmpty else {
      return Finding(.error, subject, "an account has a name that can't exist")
    }
    guard try await finder.filterWorks(start()) else {
      return Finding(
        .warning, subject, "the token is accepted; filters are ignored", advice: Self.filterAdvice)
    }
    return Finding(.ok, subject, "the token is accepted; filters are applied")
  }

  private static let filterAdvice =
    "Accounts are searched page by page, up to \(Finder.most) of them; "
    + "enable filters if the provider supports them."

  /// The finding for a `NoAnswer`, with advice on how to fix it, or for a cancelled check.
  static func finding(_ error: any Error, _ subject: String = "scim") -> Finding {
    guard let failure = error as? NoAnswer else {
      return Finding(.error, subject, "the check was cancelled")
    }
    let advice: String
    switch failure.reason {
    case .unreachable:
      advice =
        "Check that the host in --scim-url is correct, and that it can be reached from here."
    case .timedOut: advice = "Check the provider, or allow it more time with --timeout."
    case .badCertificate:
      advice =
        "Use a certificate that this machine trusts, or name its authority's file in SSL_CERT_FILE."
    case .unauthorized:
      advice =
        "Give a token that may read, create and delete users with --scim-token-file or "
        + "SIGNUP_BOT_SCIM_TOKEN."
    case .rateLimited: advice = "Wait, or ask for a higher limit."
    case .notTheService, .nonsense:
      advice = "Make sure that --scim-url is the provider's SCIM address, without /Users."
    case .serviceError, .storeBusy, .storeFailed: advice = "Check the provider's log."
    case .libraryMissing:
      advice = "Install libcurl 7.87 or newer (on Debian, the package libcurl4)."
    }
    return Finding(
      .error, subject, "\(failure.reason.rawValue): \(failure.detail)", advice: advice)
  }
}

/// Checks of an address that need no request.
enum Address {
  static func finding(_ url: String, hasToken: Bool) -> Finding {
    let subject = "scim address"
    guard let address = WebAddress(url) else {
      return Finding(
        .error, subject, "\(url) is not an http or https URL", advice: "Check --scim-url.")
    }
    if address.scheme == .https { return Finding(.ok, subject, url) }
    let isNumber = address.host.allSatisfy { $0.isNumber || $0 == "." }
    let isHere =
      ["localhost", "::1"].contains(address.host) || isNumber && address.host.hasPrefix("127.")
    if isHere { return Finding(.ok, subject, "\(url), unencrypted within this machine") }
    return Finding(
      .warning, subject,
      "\(url) is unencrypted: passwords\(hasToken ? " and the token" : "") can be read in transit",
      advice: "Use https.")
  }
}
