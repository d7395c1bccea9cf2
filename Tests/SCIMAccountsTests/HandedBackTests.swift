import Accounts
import FaultServer
import HTTP
import Secrets
import Testing
import Text

@testable import SCIMAccounts

/// F51: a provider that hands back what it was sent, where the client would use it.
struct HandedBackTests {
  private static let password = "xqzv-kjwp-fmgh-ty9A"
  private static let token = "token-0123456789"

  /// A provider on loopback that makes an account of any id, and shows it by that id alone.
  private func server(id: String, location: String? = nil) throws -> FaultServer {
    let account = #"{"id":"\#(id)","userName":"octodog","meta":{"location":"\#(location ?? "")"}}"#
    return try FaultServer { request in
      switch (request.method, request.path) {
      case ("POST", "/Users"): .json(201, account, type: "application/scim+json")
      case ("GET", "/Users"):
        .json(
          200, #"{"schemas":["\#(SchemaURN.listResponse)"],"totalResults":0}"#,
          type: "application/scim+json")
      case ("GET", "/ServiceProviderConfig"): .status(404)
      case ("GET", _): .json(200, account, type: "application/scim+json")
      default: .status(404)
      }
    }
  }

  private func service(_ server: FaultServer) -> SCIMAccounts {
    SCIMAccounts(
      exchange: CurlExchange(environment: [:], clock: ContinuousClock()), url: server.url,
      token: Secret(Self.token), timeout: .seconds(300))
  }

  private func signUp(_ service: SCIMAccounts) async throws -> SignUpResult {
    try await service.signUp(
      Registration(username: Username("octodog"), password: Secret(Self.password)))
  }

  @Test(arguments: [
    password, "u-" + password, "eHF6di1randwLWZtZ2gtdHk5QQ==", "78717a762d6b6a77702d666d6768",
    "%78%71%7A%76%2D%6B%6A%77%70", token, "dG9rZW4tMDEyMzQ1Njc4OQ",
  ])
  func `F51 an id that is a secret goes into no URL, and the sign-up is unknown`(id: String)
    async throws
  {
    let server = try server(id: id)
    #expect(try await signUp(service(server)) == .unknown(.nonsense))
    #expect(server.requests.allSatisfy { $0.method == "POST" || !$0.target.hasPrefix("/Users/") })
  }

  @Test func `any other id is asked for`() async throws {
    let server = try server(id: "2819c223-7f76-453a-919d-413861904646")
    #expect(try await signUp(service(server)).isSignedUp)
    #expect(server.requests.contains { $0.target.hasPrefix("/Users/2819") })
  }

  @Test(arguments: [
    "/Users/" + password, "/Users/eHF6di1randwLWZtZ2gtdHk5QQ==", "/Users/" + token, "/Users/ty9A",
  ])
  func `F51 a place that tells a secret is no page`(location: String) async throws {
    let server = try server(id: "2819c223", location: location)
    let service = service(server)
    #expect(try await signUp(service) == .signedUp(Receipt(page: nil)))
    #expect(service.page(of: Username("octodog")) == nil)
  }

  @Test(arguments: [202, 203, 204, 206, 299])
  func `no other success than 200 and 201 is believed of a sign-up`(status: Int) async throws {
    let provider = FakeProvider(before: { $0.method == .post ? .json(status, "") : nil })
    #expect(
      try await SCIMAccountsTests.service(provider).signUp(registration) == .unknown(.nonsense))
  }
}
