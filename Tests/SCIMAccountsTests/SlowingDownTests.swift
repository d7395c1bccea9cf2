import Accounts
import Secrets
import Synchronization
import Testing

@testable import SCIMAccounts

/// The calls that a sign-in makes to the counter of failures.
struct SlowingDownTests {
  private let octocat = Username("octocat")

  private func signIn(
    _ provider: FakeProvider, _ failures: Told, _ text: String = "xqzv-kjwp-fmgh-ty9A"
  ) async throws -> SignInResult {
    try await service(provider, failures: failures)
      .signIn(Credentials(username: octocat, password: Secret(text)))
  }

  @Test func `during a delay, the password is not checked`() async throws {
    let provider = FakeProvider(["octocat"])
    let failures = Told(answer: .tooManyFailures(.seconds(3)))
    #expect(try await signIn(provider, failures) == .tooManyFailures(.seconds(3)))
    #expect(provider.requests.isEmpty)
    #expect(failures.calls == ["begin octocat"])
  }

  @Test func `a wrong password is counted, and a right one resets the count`() async throws {
    let provider = FakeProvider(["octocat"])
    let failures = Told()
    #expect(try await signIn(provider, failures, "another") == .wrongCredentials)
    #expect(failures.calls == ["begin octocat"])
    #expect(try await signIn(provider, failures).isSignedIn)
    #expect(failures.calls == ["begin octocat", "begin octocat", "succeed octocat"])
  }

  @Test func `a lost response or an unsupported sign-in does not count as a failure`()
    async throws
  {
    let failures = Told()
    let gone = FakeProvider(["octocat"], before: { _ in throw refused })
    #expect(try await signIn(gone, failures) == .unknown(.unreachable))
    let unable = FakeProvider(["octocat"], quirks: .init(passwords: .refused))
    #expect(try await signIn(unable, failures) == .refused(.signInUnsupported))
    #expect(
      failures.calls == [
        "begin octocat", "takeBack octocat", "begin octocat", "takeBack octocat",
      ])
  }

  @Test func `the right password of a disabled account resets the count`() async throws {
    let provider = FakeProvider()
    provider.add(
      FakeProvider.User(id: "7", name: "octocat", password: "xqzv-kjwp-fmgh-ty9A", active: false))
    let failures = Told()
    #expect(try await signIn(provider, failures) == .refused(.accountInactive))
    #expect(failures.calls == ["begin octocat", "succeed octocat"])
  }
}

/// Records its calls.
private final class Told: FailureCounting {
  private let answer: SignInResult?
  private let noted = Mutex<[String]>([])

  init(answer: SignInResult? = nil) {
    self.answer = answer
  }

  var calls: [String] { noted.withLock { $0 } }

  private func note(_ call: String) { noted.withLock { $0.append(call) } }

  func begin(_ username: Username) async throws -> SignInResult? {
    note("begin \(username)")
    return answer
  }

  func succeed(_ username: Username) async { note("succeed \(username)") }
  func takeBack(_ username: Username) async { note("takeBack \(username)") }
}
