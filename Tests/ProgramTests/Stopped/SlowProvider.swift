import FaultServer
import Foundation
import Synchronization

/// A SCIM provider that creates every account, and may take its time for it.
final class SlowProvider: Sendable {
  /// When a sign-up pauses.
  enum Step {
    case beforeCreation, afterCreation
  }

  private let server: FaultServer
  private let created: Created

  /// - Parameter pause: Called twice for each sign-up, with the name.
  init(_ pause: @escaping @Sendable (Step, String) -> Void = { _, _ in }) throws {
    let created = Created()
    self.created = created
    server = try FaultServer { request in
      if request.path.hasSuffix("/ServiceProviderConfig") {
        return .json(200, #"{"filter":{"supported":true},"authenticationSchemes":[]}"#)
      }
      guard request.method == "POST" else { return created.found(by: request) }
      let object = try? JSONSerialization.jsonObject(with: Data(request.body))
      let name = (object as? [String: Any])?["userName"] as? String ?? ""
      pause(.beforeCreation, name)
      created.names.withLock { _ = $0.insert(name) }
      pause(.afterCreation, name)
      return .json(201, Created.user(name), type: "application/scim+json")
    }
  }

  /// The names of the accounts.
  var names: Set<String> { created.names.withLock { $0 } }

  /// The options that select this provider.
  var options: String { "\(Program.patient) --accounts scim --scim-url \(server.url)" }

  private final class Created: Sendable {
    let names = Mutex<Set<String>>([])

    static func user(_ name: String) -> String { #"{"id":"u-\#(name)","userName":"\#(name)"}"# }

    func found(by request: FaultServer.Request) -> FaultServer.Play {
      let target = request.target.removingPercentEncoding ?? ""
      let users = names.withLock { names in
        names.filter { target.contains("\"\($0)\"") }.map(Self.user)
      }
      let list = #"{"totalResults":\#(users.count),"Resources":[\#(users.joined(separator: ","))]}"#
      return .json(200, list, type: "application/scim+json")
    }
  }
}
