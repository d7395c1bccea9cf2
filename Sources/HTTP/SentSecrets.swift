import Secrets
import Synchronization

/// The secrets that were sent to a server and still exist. Safe to use from any thread.
///
/// A server may return one of them, as an id or in a redirect's target. The program must not then
/// put it into a URL, because servers and proxies log URLs.
final class SentSecrets: Sendable {
  private struct Weak {
    weak var secret: Secret?
  }

  private let secrets = Mutex<[Weak]>([])

  /// The number of secrets to keep, the latest ones. A conversation has only a few at a time.
  private static let limit = 64
  /// The number of consecutive bytes that count as a part of a secret. An id may contain fewer by
  /// chance.
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

  /// Whether a text that a server chose contains one of the secrets or a part of one, in any
  /// encoding.
  ///
  /// - Parameter known: The program's own request. Parts that it contains don't count.
  func stand(in text: String, unless known: String) -> Bool {
    let secrets = secrets.withLock { $0.compactMap(\.secret) }
    return secrets.contains { $0.isShown(in: text, part: Self.part, unless: known) }
  }
}
