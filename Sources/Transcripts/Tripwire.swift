import Secrets
import Synchronization

/// Watches what is about to be written for the secrets of a conversation.
///
/// It keeps a secret alive for its turn, in which a message about it is written, and after that looks
/// for it only as long as somebody else holds it: what is wiped can't leak, and must not be kept for
/// the sake of looking.
package final class Tripwire: Sendable {
  /// In bytes. Shorter ones are met by chance: a secret `7` stands in many a number.
  package static let shortest = 4

  private struct State {
    var thisTurn: [Secret] = []
    var earlier: [Weak] = []
    /// What people have said openly.
    var open: [String] = []
  }

  private struct Weak {
    weak var secret: Secret?
  }

  private let state = Mutex(State())
  private let keepsAll: Bool
  private let publicText: @Sendable () -> String

  /// - Parameters:
  ///   - keepsAll: whether every secret is kept alive to the end. For transcripts, whose secrets are
  ///     made from what the file says.
  ///   - publicText: what is written whatever the secrets are, such as the bot's own words. A secret
  ///     that stands in there betrays nothing by being found. Asked for only when one is found.
  package init(keepsAll: Bool, publicText: @escaping @Sendable () -> String) {
    self.keepsAll = keepsAll
    self.publicText = publicText
  }

  /// Looks for a secret from now on, unless it has been said openly before.
  package func watch(_ secret: Secret) {
    guard secret.count >= Self.shortest else { return }
    state.withLock { state in
      guard !state.open.contains(where: { secret.stands(in: $0) }) else { return }
      state.thisTurn.append(secret)
    }
  }

  /// Takes in what somebody has said openly.
  package func hear(_ text: String) {
    guard text.utf8.count >= Self.shortest else { return }
    state.withLock { $0.open.append(text) }
  }

  /// The next question is put: the secrets of the turn before are no longer kept for looking.
  package func turnEnded() {
    if keepsAll { return }
    state.withLock { state in
      state.earlier.removeAll { $0.secret == nil }
      state.earlier += state.thisTurn.map { Weak(secret: $0) }
      state.thisTurn.removeAll()
    }
  }

  /// Forgets all secrets and all that was said, for the next conversation.
  package func reset() {
    state.withLock { $0 = State() }
  }

  /// Where the first secret stands in a text, as an offset in bytes; nil for nowhere.
  /// O(text × secrets).
  package func firstHit(in text: String) -> Int? {
    var text = text
    return text.withUTF8 { firstHit(in: UnsafeRawBufferPointer($0)) }
  }

  package func firstHit(in text: UnsafeRawBufferPointer) -> Int? {
    let secrets = state.withLock { $0.thisTurn + $0.earlier.compactMap(\.secret) }
    if secrets.isEmpty { return nil }
    let hits = secrets.compactMap { secret in
      secret.firstOffset(in: text).map { (offset: $0, secret: secret) }
    }
    if hits.isEmpty { return nil }
    let known = publicText()
    return hits.filter { !$0.secret.stands(in: known) }.map(\.offset).min()
  }
}

/// A secret was about to be written. It says where, and never what.
package struct SecretLeak: Error, Equatable, Sendable {
  /// What the output is called to the user, such as "stdout".
  package let output: String

  package init(output: String) {
    self.output = output
  }
}

extension Secret {
  fileprivate func stands(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { firstOffset(in: UnsafeRawBufferPointer($0)) } != nil
  }
}
