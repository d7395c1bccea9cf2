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

  private final class Created: Sendable {
    let names = Mutex<Set<String>>([])
  }

  /// - Parameter pause: Called twice for each sign-up, with the name.
  init(_ pause: @escaping @Sendable (Step, String) -> Void = { _, _ in }) throws {
    let created = Created()
    self.created = created
    server = try FaultServer { request in
      if request.path.hasSuffix("/ServiceProviderConfig") {
        return ScimReply.configuration
      }
      guard request.method == "POST" else {
        let users = created.names.withLock { names in names.map { ("u-" + $0, $0) } }
        return ScimReply.users(users, foundBy: request)
      }
      let object = try? JSONSerialization.jsonObject(with: Data(request.body))
      let name = (object as? [String: Any])?["userName"] as? String ?? ""
      pause(.beforeCreation, name)
      created.names.withLock { _ = $0.insert(name) }
      pause(.afterCreation, name)
      return ScimReply.created(("u-" + name, name))
    }
  }

  /// The names of the accounts.
  var names: Set<String> { created.names.withLock { $0 } }

  /// The options that select this provider.
  var options: String { "\(Program.patient) --accounts scim --scim-url \(server.url)" }
}
