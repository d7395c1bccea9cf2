import Accounts
import HTTP
import Secrets
import Testing
import Text

@testable import SCIMAccounts

struct SignInTests {
  private let octocat = Username("octocat")

  private func provider(_ passwords: FakeProvider.Passwords) -> FakeProvider {
    FakeProvider(["octocat"], quirks: .init(passwords: passwords))
  }

  private func signIn(
    _ service: SCIMAccounts, _ text: String = "xqzv-kjwp-fmgh-ty9A"
  ) async throws -> SignInResult {
    try await service.signIn(Credentials(username: octocat, password: Secret(text)))
  }

  private let signedIn = SignInResult.signedIn(
    Receipt(page: FakeProvider.base + "/Users/old-octocat"))

  @Test func `a provider that compares passwords signs in, and is trusted after it was verified`()
    async throws
  {
    let provider = provider(.exact)
    let service = service(provider)
    #expect(try await signIn(service, "another") == .wrongCredentials)
    #expect(try await signIn(service) == signedIn)
    let before = provider.requests.count
    #expect(try await signIn(service) == signedIn)
    #expect(try await signIn(service, "XQZV-kjwp-fmgh-ty9A") == .wrongCredentials)
    #expect(provider.requests.count == before + 2)
    #expect(provider.requests.allSatisfy { $0 == "POST /Users/.search" })
  }

  @Test(arguments: [FakeProvider.Passwords.passedOver, .refused])
  func `if passwords are not compared, the right one is never sent`(
    passwords: FakeProvider.Passwords
  ) async throws {
    let provider = provider(passwords)
    #expect(try await signIn(service(provider)) == .refused(.signInUnsupported))
    #expect(provider.bodies.allSatisfy { password.firstOffset(in: $0) == nil })
  }

  @Test func `if passwords are compared case-insensitively, no one is signed in`() async throws {
    let service = service(provider(.caseless))
    #expect(try await signIn(service) == .refused(.signInUnsupported))
    #expect(try await signIn(service, "another") == .wrongCredentials)
  }

  @Test func `an account with another name is not signed in`() async throws {
    let other = #"{"totalResults":1,"Resources":[{"id":"7","userName":"somebody"}]}"#
    let provider = FakeProvider(
      ["octocat"],
      before: { request in
        guard request.url.hasSuffix(".search"), let body = request.body else { return nil }
        return password.firstOffset(in: body) == nil ? nil : .json(200, other)
      })
    #expect(try await signIn(service(provider)) == .unknown(.nonsense))
  }

  @Test(
    arguments: [
      (401, UnknownReason.unauthorized), (403, .unauthorized), (429, .rateLimited),
      (500, .serviceError), (200, .nonsense),
    ])
  func `without a usable response, no one is signed in`(status: Int, reason: UnknownReason)
    async throws
  {
    let provider = FakeProvider(before: { _ in .html(status) })
    #expect(try await signIn(service(provider)) == .unknown(reason))
    let deaf = FakeProvider(before: { _ in throw late })
    #expect(try await signIn(service(deaf)) == .unknown(.timedOut))
  }

  @Test(arguments: [404, 405, 501, 400])
  func `a provider without password search can't sign in`(status: Int) async throws {
    let provider = FakeProvider(before: { _ in .json(status, "{}") })
    #expect(try await signIn(service(provider)) == .refused(.signInUnsupported))
  }

  @Test func `a disabled account is not signed in`() async throws {
    let provider = FakeProvider()
    provider.add(
      .init(id: "9", name: "octocat", password: "xqzv-kjwp-fmgh-ty9A", active: false))
    let service = service(provider)
    #expect(try await signIn(service) == .refused(.accountInactive))
    #expect(try await signIn(service, "another") == .wrongCredentials)
  }

  @Test func `a name and a password are escaped in the search`() async throws {
    for text in [#"x" or userName pr or userName eq ""#, #"\"#, #"\" or userName pr"#, "é\u{1}"] {
      let provider = FakeProvider(["octocat"])
      provider.add(.init(id: "9", name: text, password: text))
      let service = service(provider)
      #expect(try await signIn(service, text) == .wrongCredentials)
      let both = Credentials(username: Username(text), password: Secret(text))
      #expect(try await service.signIn(both).isSignedIn, "\(text)")
    }
  }
}

extension Secret {
  func firstOffset(in other: Secret) -> Int? { other.withBytes { firstOffset(in: $0) } }
}
