import Testing

/// Runs a suite's tests with a server of each kind, and checks the servers' logs afterwards.
///
/// A server accepts five waiting connections and resets more, so a suite whose tests have many
/// arguments must be `.serialized`.
package struct ScimServerTrait: SuiteTrait, TestScoping {
  let kinds: [ScimServer.Kind]

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var servers: [ScimServer.Kind: ScimServer] = [:]
    defer { for server in servers.values { server.stop() } }
    for kind in kinds { servers[kind] = try ScimServer.start(kind) }
    try await ScimServer.$current.withValue(servers, operation: function)
    for server in servers.values { server.stop() }
    let written = servers.values.map(\.written).joined()
    #expect(written.contains("POST"), "the log belongs to the servers")
    #expect(!written.contains("xqzv"), "F51 a server's log contains a password")
  }
}

extension Trait where Self == ScimServerTrait {
  package static func scimServer(_ kinds: ScimServer.Kind...) -> Self {
    ScimServerTrait(kinds: kinds)
  }
}
