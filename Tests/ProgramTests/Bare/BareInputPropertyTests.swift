import FaultServer
import Foundation
import Synchronization
import TestSupport
import Testing

/// A line that was meant as a secret is never used, shown, sent or stored as anything else, whatever happened before it.
@Suite(.ownThreads)
struct BareInputPropertyTests {
  private static let cases: UInt64 = 30

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `F84 no form, failure, offer, refusal or missing line makes anything else of a secret`(
    block: UInt64
  ) throws {
    for seed in block * Self.cases..<(block + 1) * Self.cases {
      try check(BareStream(seed: seed))
    }
  }

  private func check(_ stream: BareStream) throws {
    try Scratch.with { scratch in
      let provider = Provider(luck: Seeded(seed: stream.seed))
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
      // Everything but the one place where a password belongs: the body that makes the account.
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
          #expect(!text.contains(secret), "\(secret) stands in \(place); \(stream)")
        }
      }
      for account in made {
        #expect(
          stream.people.contains { $0.name == account.name && $0.secrets[0] == account.password },
          "made \(account), \(stream)")
      }
      try checkStore(stream, scratch)
    }
  }

  /// Each account in the store has the name and the password of one person.
  private func checkStore(_ stream: BareStream, _ scratch: Scratch) throws {
    let store = "$HOME/s/accounts.sqlite"
    let names = try scratch.shell(
      "[ ! -f \(store) ] || sqlite3 \(store) 'SELECT name FROM accounts'")
    for name in names.output.split(separator: "\n").map(String.init) {
      let people = stream.people.filter { $0.name == name }
      let signsIn = try people.contains { person in
        let lines = "\(name)\n\(person.secrets[0])\n"
        let run = try scratch.shell(
          "printf %s \(Program.quoted(lines)) | $BOT --accounts sqlite --sqlite-path \(store)"
            + " --policy moya --flow sign-in --repeat")
        return run.status == 0
      }
      #expect(signsIn, "\(name) has nobody's password; \(stream)")
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

  /// A provider that says yes and no at random.
  private final class Provider: Sendable {
    struct Account: Equatable {
      let id: Int
      let name: String
      let password: String
    }

    private struct State {
      var luck: Seeded
      var accounts: [Account] = []
    }

    private let state: Mutex<State>

    init(luck: Seeded) { state = Mutex(State(luck: luck)) }

    /// The accounts that were asked for, made or not.
    var made: [Account] { state.withLock { $0.accounts } }

    func answer(_ request: FaultServer.Request) -> FaultServer.Play {
      state.withLock { state in
        if request.path.hasSuffix("/ServiceProviderConfig") {
          return .json(200, #"{"filter":{"supported":true},"authenticationSchemes":[]}"#)
        }
        if request.method != "POST" { return Self.found(request, state.accounts) }
        guard
          let object = try? JSONSerialization.jsonObject(with: Data(request.body)),
          let body = object as? [String: Any]
        else { return .status(400) }
        let account = Account(
          id: state.accounts.count, name: body["userName"] as? String ?? "",
          password: body["password"] as? String ?? "")
        state.accounts.append(account)
        switch state.luck.pick([201, 201, 201, 409, 400, 500]) {
        case 201: return .json(201, Self.user(account), type: "application/scim+json")
        case let status: return .json(status, #"{"detail":"no"}"#, type: "application/scim+json")
        }
      }
    }

    private static func user(_ account: Account) -> String {
      let object = ["id": "u\(account.id)", "userName": account.name]
      let data = try? JSONSerialization.data(withJSONObject: object)
      return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static func found(
      _ request: FaultServer.Request, _ accounts: [Account]
    ) -> FaultServer.Play {
      let target = request.target.removingPercentEncoding ?? ""
      let users = accounts.filter { target.contains("\"\($0.name)\"") }.map(user)
      let list = #"{"totalResults":\#(users.count),"Resources":[\#(users.joined(separator: ","))]}"#
      return .json(200, list, type: "application/scim+json")
    }
  }
}
