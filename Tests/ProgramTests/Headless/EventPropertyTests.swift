import FaultServer
import Foundation
import TestSupport
import Testing

/// No account is created with another person's password, whatever happens to the events in between.
@Suite(.ownThreads)
struct EventPropertyTests {
  private static let cases: UInt64 = 30

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `F84 no refused, mangled or missing event mixes two people in one account`(
    block: UInt64
  ) throws {
    for seed in block * Self.cases..<(block + 1) * Self.cases {
      try check(EventStream(seed: seed))
    }
  }

  private func check(_ stream: EventStream) throws {
    try Scratch.with { scratch in
      let provider = RandomProvider(luck: Seeded(seed: stream.seed))
      let server = try FaultServer { provider.answer($0) }
      defer { server.stop() }
      _ = try scratch.file("in", Data(stream.input.utf8))
      let service: [String] =
        switch stream.service {
        case .mock: []
        case .store: ["--accounts", "sqlite", "--sqlite-path", scratch.store]
        case .provider: ["--accounts", "scim", "--scim-url", server.url + "/v2"]
        }
      let options = (stream.options + service).map(Program.quoted).joined(separator: " ")
      let run = try scratch.shell(
        "$BOT \(options) < $HOME/in; S=$?; rm $HOME/in; exit $S")
      #expect(!run.isSignal, "\(stream)\n\(run.errors)")
      let requests = server.requests.filter { $0.method != "POST" }.map(\.target)
      let files = try scratch.shell(
        "find $HOME -type f ! -name stdout ! -name stderr -exec cat {} + | tr -d '\\0'; true")
      // Everything except the one place where a password belongs: the body of the request that
      // creates the account.
      let seen = [
        ("stdout", run.output), ("stderr", run.errors), ("files", files.output),
        ("requests", (requests + provider.made.map(\.name)).joined(separator: "\n")),
      ]
      for (place, text) in seen {
        for secret in stream.planted {
          #expect(!text.contains(secret), "\(secret) appears in \(place); \(stream)")
        }
      }
      for account in provider.made {
        #expect(
          stream.people.contains { $0.name == account.name && $0.password == account.password },
          "made \(account), \(stream)")
      }
      try scratch.expectAccounts(of: stream.people.map { ($0.name, $0.password) }, "\(stream)")
    }
  }
}
