import Accounts
import HTTP
import Secrets
import Synchronization

@testable import SCIMAccounts

let octodog = Username("octodog")
let password = Secret("xqzv-kjwp-fmgh-ty9A")
let registration = Registration(username: octodog, password: password)

func service(
  _ exchange: any HTTPExchange, attributes: SCIMAttributes = SCIMAttributes(),
  token: String = FakeProvider.token, failures: (any FailureCounting)? = nil
) -> SCIMAccounts {
  SCIMAccounts(
    exchange: exchange, url: FakeProvider.base, token: Secret(token), attributes: attributes,
    failures: failures, timeout: .seconds(600))
}

/// All accounts of a listing.
func listed(
  _ service: SCIMAccounts, _ query: AccountQuery = AccountQuery(), size: Int = 100
) async throws -> [Account] {
  var pages = SCIMPages(service, query, size: size)
  var accounts: [Account] = []
  while let page = try await pages.next() { accounts += page }
  return accounts
}

extension SignUpResult {
  var isSignedUp: Bool {
    if case .signedUp = self { true } else { false }
  }
}

extension SignInResult {
  var isSignedIn: Bool {
    if case .signedIn = self { true } else { false }
  }
}

extension HTTPRequest {
  /// Returns the value of a header; `nil` if there is none with this name.
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// Returns `true` only at the first call, for a fault in a single request.
final class Once: Sendable {
  private let state = Mutex(true)

  func callAsFunction() -> Bool {
    state.withLock { state in
      defer { state = false }
      return state
    }
  }
}

final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool {
    get { value.load(ordering: .acquiring) }
    set { value.store(newValue, ordering: .releasing) }
  }
}

let lost = HTTPFailure(.unreachable, mayHaveArrived: true, detail: "reset")
let late = HTTPFailure(.timedOut, mayHaveArrived: true, detail: "late")
let refused = HTTPFailure(.unreachable, mayHaveArrived: false, detail: "refused")

extension SCIMAccounts {
  /// Creates a service with the real clock.
  init(
    exchange: any HTTPExchange, url: String, token: Secret?,
    attributes: SCIMAttributes = SCIMAttributes(), failures: (any FailureCounting)? = nil,
    timeout: Duration
  ) {
    self.init(
      exchange: exchange, url: url, token: token, attributes: attributes, failures: failures,
      timeout: timeout, clock: ContinuousClock())
  }
}
