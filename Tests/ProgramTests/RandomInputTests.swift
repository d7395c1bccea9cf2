import FaultServer
import Foundation
import TestSupport
import Testing

/// Whatever happens to the input, a secret is never used, shown, sent or stored as anything else,
/// and no account is created with another person's password.
@Suite(.ownThreads)
struct RandomInputTests {
  /// The random cases are divided into this many parts, which run at the same time.
  private static let parts = 6

  private func check(_ part: Int, _ make: (FuzzCase) -> RandomInput) throws {
    for (index, fuzz) in FuzzCase.cases(180).enumerated() where index % Self.parts == part {
      try Scratch.with { try check(make(fuzz), in: $0) }
    }
  }

  @Test(arguments: 0..<parts)
  func `F84 no form, failure, offer, refusal or missing line turns a secret into something else`(
    part: Int
  ) throws {
    try check(part, RandomInput.bare)
  }

  @Test(arguments: 0..<parts)
  func `F84 no refused, mangled or missing event mixes two people in one account`(
    part: Int
  ) throws {
    try check(part, RandomInput.events)
  }

  private func check(_ random: RandomInput, in scratch: Scratch) throws {
    let provider = RandomProvider(random.luck)
    let server = try FaultServer { provider.answer($0) }
    defer { server.stop() }
    let service: [String] =
      switch random.service {
      case .mock: []
      case .store: ["--accounts", "sqlite", "--sqlite-path", scratch.store]
      case .provider: ["--accounts", "scim", "--scim-url", server.url + "/v2"]
      }
    let options = (random.options + service).map(Program.quoted).joined(separator: " ")
    let run = try scratch.shell("$BOT \(options)", input: random.input)
    #expect(!run.isSignal, "\(random)\n\(run.errors)")
    let requests = server.requests.filter { $0.method != "POST" }.map(\.target)
    // A recording is one of the files.
    let files = try scratch.shell("find $HOME -type f -exec cat {} + | tr -d '\\0'; true")
    // Everything except the one place where a password belongs: the body of the request that
    // creates the account.
    let seen = [
      ("stdout", run.output), ("stderr", run.errors), ("files", files.output),
      ("requests", (requests + provider.made.map(\.name)).joined(separator: "\n")),
    ]
    for (place, text) in seen {
      for secret in random.planted {
        #expect(!text.contains(secret), "\(secret) appears in \(place); \(random)")
      }
    }
    for account in provider.made {
      #expect(
        random.people.contains { ($0.name, $0.password) == (account.name, account.password) },
        "made \(account), \(random)")
    }
    try scratch.expectAccounts(of: random.people, "\(random)")
  }
}
