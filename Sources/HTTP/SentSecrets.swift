import Secrets
import Synchronization

/// The secrets that were sent to a server, as long as the program has them. From any thread.
///
/// A server that hands one back, as an id or where it redirects to, must not make the program put it into a URL,
/// which servers and proxies write down.
final class SentSecrets: Sendable {
  private struct Weak {
    weak var secret: Secret?
  }

  private let secrets = Mutex<[Weak]>([])

  /// Those sent last. A conversation has a few at a time.
  private static let limit = 64
  /// Bytes of a secret that tell something of it. Fewer stand in an id by chance.
  private static let part = 8

  func add(_ request: HTTPRequest) {
    var new = request.secrets
    switch request.authorization {
    case .bearer(let token): new.append(token)
    case .basic(_, let password): new.append(password)
    case nil: break
    }
    if new.isEmpty { return }
    secrets.withLock { secrets in
      secrets.removeAll { known in known.secret.map { old in new.contains { $0 === old } } ?? true }
      secrets += new.map { Weak(secret: $0) }
      secrets.removeFirst(max(secrets.count - Self.limit, 0))
    }
  }

  /// Whether one of them, or a part of one, stands in what a server chose, in whatever encoding.
  ///
  /// - Parameter known: what the program itself asked for. What stands in there is no secret.
  func stand(in text: String, unless known: String) -> Bool {
    let secrets = secrets.withLock { $0.compactMap(\.secret) }
    return secrets.contains { $0.isShown(in: text, part: Self.part, unless: known) }
  }
}
