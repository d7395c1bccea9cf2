import Accounts
import FaultServer
import Foundation
import TestSupport
import Testing

/// Random input of people whose secrets are planted.
protocol RandomInput: CustomStringConvertible {
  init(seed: UInt64)

  var seed: UInt64 { get }
  var service: RandomInputTests.Service { get }
  var options: [String] { get }
  /// The whole input.
  var input: String { get }
  /// Everything that is meant as a secret.
  var planted: Set<String> { get }
  var accounts: [RandomInputTests.Account] { get }
}

extension RandomInput {
  var description: String { "seed \(seed): \(options.joined(separator: " "))\n\(input)" }
}

/// Whatever happens to the input, a secret is never used, shown, sent or stored as anything else,
/// and no account is created with another person's password.
@Suite(.ownThreads)
struct RandomInputTests {
  /// The service that stores the accounts.
  enum Service: CaseIterable { case mock, store, provider }

  typealias Account = (name: String, password: String)

  private static let seeds = (0..<6 as Range<UInt64>).map { $0 * 30..<($0 + 1) * 30 }

  @Test(arguments: seeds)
  func `F84 no form, failure, offer, refusal or missing line turns a secret into something else`(
    seeds: Range<UInt64>
  ) throws {
    for seed in seeds { try check(BareStream(seed: seed)) }
  }

  @Test(arguments: seeds)
  func `F84 no refused, mangled or missing event mixes two people in one account`(
    seeds: Range<UInt64>
  ) throws {
    for seed in seeds { try check(EventStream(seed: seed)) }
  }

  private func check(_ stream: some RandomInput) throws {
    try Scratch.with { scratch in
      let provider = RandomProvider(luck: SplitMix64(seed: stream.seed))
      let server = try FaultServer { provider.answer($0) }
      defer { server.stop() }
      try scratch.file("in", stream.input)
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
      // A recording is one of the files.
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
          stream.accounts.contains { $0 == (account.name, account.password) },
          "made \(account), \(stream)")
      }
      try scratch.expectAccounts(of: stream.accounts, "\(stream)")
    }
  }
}
