import FaultServer
import Foundation
import Synchronization
import TestSupport
import Testing

/// A SCIM provider that accepts and refuses requests at random.
final class RandomProvider: Sendable {
  struct Account: Equatable {
    let id: String
    let name: String
    let password: String
  }

  private struct State {
    var luck: FuzzCase
    var accounts: [Account] = []
  }

  private let state: Mutex<State>

  init(_ luck: FuzzCase) { state = Mutex(State(luck: luck)) }

  /// The accounts that were requested, whether they were created or not.
  var made: [Account] { state.withLock { $0.accounts } }

  func answer(_ request: FaultServer.Request) -> FaultServer.Play {
    state.withLock { state in
      if request.path.hasSuffix("/ServiceProviderConfig") {
        return ScimReply.configuration
      }
      if request.method != "POST" {
        return ScimReply.users(state.accounts.map { ($0.id, $0.name) }, foundBy: request)
      }
      guard
        let object = try? JSONSerialization.jsonObject(with: Data(request.body)),
        let body = object as? [String: Any]
      else { return .status(400) }
      let account = Account(
        id: "u\(state.accounts.count)", name: body["userName"] as? String ?? "",
        password: body["password"] as? String ?? "")
      state.accounts.append(account)
      switch state.luck.pick([201, 201, 201, 409, 400, 500]) {
      case 201: return ScimReply.created((account.id, account.name))
      case let status: return .json(status, #"{"detail":"no"}"#, type: ScimReply.type)
      }
    }
  }
}

extension Scratch {
  /// The path of the store in tests with random input.
  var store: String { path + "/s/accounts.sqlite" }

  /// Expects that each account in the store has the name and the password of one person.
  ///
  /// - Parameter trial: A description of the input, for the failure message.
  func expectAccounts(of people: [RandomInput.Person], _ trial: String) throws {
    let names = try shell(
      "[ ! -f \(store) ] || sqlite3 \(store) 'SELECT name FROM accounts'")
    for name in names.output.split(separator: "\n").map(String.init) {
      let signsIn = try people.filter { $0.name == name }.contains { person in
        // Events, because bare lines are refused if the name has a space or looks like a command.
        let entries = [
          ["text": name.hasPrefix("/") ? "/" + name : name], ["secret": person.password],
        ]
        let events = try entries.map { entry in
          let data = try JSONSerialization.data(withJSONObject: ["lineEntered": entry])
          return String(decoding: data, as: UTF8.self) + "\n"
        }
        let run = try shell(
          "printf %s \(Program.quoted(events.joined())) | $BOT --accounts sqlite --sqlite-path \(store)"
            + " --policy moya --flow sign-in --repeat")
        return run.status == 0
      }
      #expect(signsIn, "the password of \(name) belongs to no one; \(trial)")
    }
  }
}
