import FaultServer
import Foundation
import TestSupport
import Testing

/// A line that is meant as a secret is never used, shown, sent or stored as anything else, whatever
/// precedes it.
@Suite(.ownThreads)
struct BareInputPropertyTests {
  private static let cases: UInt64 = 30

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `F84 no form, failure, offer, refusal or missing line turns a secret into something else`(
    block: UInt64
  ) throws {
    for seed in block * Self.cases..<(block + 1) * Self.cases {
      try check(BareStream(seed: seed))
    }
  }

  private func check(_ stream: BareStream) throws {
    try Scratch.with { scratch in
      let provider = RandomProvider(luck: Seeded(seed: stream.seed))
      let server = try FaultServer { provider.answer($0) }
      defer { server.stop() }
      _ = try scratch.file("in", Data(stream.input.utf8))
      let options = (stream.options + Self.options(stream.service, server, scratch))
        .map(Program.quoted).joined(separator: " ")
      let run = try scratch.shell(
        "$BOT \(options) --record $HOME/r.chat < $HOME/in; S=$?; rm $HOME/in; exit $S")
      #expect(!run.isSignal, "\(stream)\n\(run.errors)")
      let requests = server.requests.filter { $0.method != "POST" }.map(\.target)
      let made = provider.made
      // Everything except the one place where a password belongs: the body of the request that
      // creates the account.
      let seen = [
        ("stdout", run.output), ("stderr", run.errors), ("recording", try scratch.text("r.chat")),
        ("requests", (requests + made.map(\.name)).joined(separator: "\n")),
        (
          "files",
          try scratch.shell(
            "find $HOME -type f ! -name stdout ! -name stderr -exec cat {} + | tr -d '\\0'; true"
          ).output
        ),
      ]
      for (place, text) in seen {
        for secret in stream.planted {
          #expect(!text.contains(secret), "\(secret) appears in \(place); \(stream)")
        }
      }
      for account in made {
        #expect(
          stream.people.contains { $0.name == account.name && $0.secrets[0] == account.password },
          "made \(account), \(stream)")
      }
      try scratch.expectAccounts(of: stream.people.map { ($0.name, $0.secrets[0]) }, "\(stream)")
    }
  }

  private static func options(
    _ service: BareStream.Service, _ server: FaultServer, _ scratch: Scratch
  ) -> [String] {
    switch service {
    case .mock: []
    case .store: ["--accounts", "sqlite", "--sqlite-path", scratch.path + "/s/accounts.sqlite"]
    case .provider: ["--accounts", "scim", "--scim-url", server.url + "/v2"]
    }
  }
}
