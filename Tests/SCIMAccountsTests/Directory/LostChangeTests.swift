import Accounts
import HTTP
import Synchronization
import Testing
import Text

@testable import SCIMAccounts

/// F54, F64: if the response to a change is lost, the account is read again, and the change is
/// never repeated.
struct LostChangeTests {
  private static let cat = Account(
    id: "old-cat", username: Username("cat"), created: nil, isActive: true)

  private static let answers: [@Sendable () throws -> HTTPResponse] = [
    { throw lost }, { throw late }, { .html(502) }, { .json(500, "{}") }, { .json(408, "") },
  ]

  private func provider(
    patch: Bool, whenMade: Bool, _ answer: @escaping @Sendable () throws -> HTTPResponse
  ) -> FakeProvider {
    let fault: FakeProvider.Fault = { $0.method == .get ? nil : try answer() }
    let none: FakeProvider.Fault = { _ in nil }
    return FakeProvider(
      ["cat", "dog"], quirks: .able(patch: patch), before: whenMade ? none : fault,
      after: whenMade ? fault : none)
  }

  private func expectOneChange(_ provider: FakeProvider) {
    #expect(provider.requests.count { !$0.hasPrefix("GET") } == 1)
  }

  @Test(arguments: [true, false], answers.indices)
  func `F64 a change that was made is detected`(patch: Bool, index: Int) async throws {
    let disabling = provider(patch: patch, whenMade: true, Self.answers[index])
    #expect(try await service(disabling).setActive(false, Self.cat))
    expectOneChange(disabling)
    let removing = provider(patch: patch, whenMade: true, Self.answers[index])
    #expect(try await service(removing).remove(Self.cat))
    expectOneChange(removing)
    #expect(removing.users.map(\.name) == ["dog"])
  }

  @Test(arguments: [true, false], answers.indices)
  func `F54 a change that was not made is not repeated`(patch: Bool, index: Int) async throws {
    let reasons = [.unreachable, .timedOut, .serviceError, .serviceError, UnknownReason.timedOut]
    let provider = provider(patch: patch, whenMade: false, Self.answers[index])
    await #expect(throws: DirectoryError.unknown(reasons[index])) {
      try await service(provider).setActive(false, Self.cat)
    }
    expectOneChange(provider)
    let removing = self.provider(patch: patch, whenMade: false, Self.answers[index])
    await #expect(throws: DirectoryError.unknown(reasons[index])) {
      try await service(removing).remove(Self.cat)
    }
    expectOneChange(removing)
  }

  @Test func `after a request that was never sent, the account is not read`() async throws {
    let provider = provider(patch: true, whenMade: false) { throw refused }
    await #expect(throws: DirectoryError.unknown(.unreachable)) {
      try await service(provider).remove(Self.cat)
    }
    #expect(provider.requests == ["DELETE /Users/old-cat"])
  }

  @Test func `a complete response is trusted if the account can't be read afterwards`() async throws
  {
    let isDeaf = Flag()
    for body in [#"{"id":"old-cat","userName":"cat","active":false}"#, ""] {
      isDeaf.isSet = false
      let provider = FakeProvider(
        ["cat"], quirks: .able(),
        before: { _ in
          if isDeaf.isSet { throw lost }
          return nil
        },
        after: { request in
          if request.method == .get { return nil }
          isDeaf.isSet = true
          return .json(200, body)
        })
      if body.isEmpty {
        await #expect(throws: DirectoryError.unknown(.nonsense)) {
          try await service(provider).setActive(false, Self.cat)
        }
        isDeaf.isSet = false
        #expect(try await service(provider).remove(Self.cat))
      } else {
        #expect(try await service(provider).setActive(false, Self.cat))
      }
    }
  }

  @Test func `an account that another client removes in the meantime does not exist`() async throws
  {
    let provider = FakeProvider(["cat"], quirks: .able())
    let exchange = FakeProvider(before: { request in
      let response = try await provider.send(request, within: .seconds(1))
      if request.url.hasSuffix("/Users/old-cat") { provider.state.withLock { $0.users = [] } }
      return response
    })
    #expect(try await service(exchange).setActive(false, Self.cat) == false)
  }
}
