import Conversation
import Secrets
import Synchronization

/// Watches what is about to be written for the secrets of a conversation.
///
/// It keeps a secret alive for its turn, in which a message about it is written, and after that looks
/// for it only as long as somebody else holds it: what is wiped can't leak, and must not be kept for
/// the sake of looking.
package final class Tripwire: Sendable {
  /// What transcripts say besides answers and the bot's words.
  package static let grammar: String = {
    let classes: [SecretClass] = [
      .strong, .lower(1), .upper(1), .digit(1), .mixed(1), .words(1), .unicode(1), .common,
      .username, .like("TEXT"), .environment("VAR"), .file("PATH"),
    ]
    let questions = Field.allCases.map(\.rawValue) + Choice.allCases.map(\.rawValue)
    return
      (classes.map { "@ secret password password-2 repeat-2 \($0)" } + Outcome.names
      + questions + MalformedInput.allCases.map(\.rawValue)
      + ["end> exit= username= question=review why="]).joined(separator: "\n")
  }()

  private struct State {
    var thisTurn: [Secret] = []
    /// Of those that are kept to the end, so that each is kept, and looked for, only once.
    var kept: Set<SecretFingerprint> = []
    var earlier: [Weak] = []
    /// What people have said openly: the last of it, as one may answer for as long as one likes.
    var open: [String] = []
    /// What stands openly in a field that is being typed.
    var typed = ""
    /// What the conversation says whatever its secrets are.
    var known: [@Sendable () -> String] = []
  }

  private struct Weak {
    weak var secret: Secret?
  }

  /// How many secrets are kept to the end: each takes guarded memory, of which the system gives a process
  /// some thousands of pieces, and a search of its own.
  private static let mostKept = 4096
  /// Each may have 64 KiB.
  private static let mostOpen = 256
  private static let fingerprints = SecretFingerprint.Maker()

  private let state = Mutex(State())
  private let keepsAll: Bool
  private let shortest: Int
  private let publicText: @Sendable () -> String

  /// - Parameters:
  ///   - keepsAll: whether every secret is kept alive to the end, up to 4,096 different ones. For
  ///     transcripts, whose secrets are made from what the file says.
  ///   - shortest: in bytes. Shorter secrets are not looked for: they are met by chance, as a secret
  ///     `7` stands in many a number.
  ///   - publicText: what is written whatever the secrets are, such as the bot's own words. A secret
  ///     that stands in there betrays nothing by being found. Asked for only when one is found.
  package init(
    keepsAll: Bool, shortest: Int = 4, publicText: @escaping @Sendable () -> String
  ) {
    self.shortest = shortest
    self.keepsAll = keepsAll
    self.publicText = publicText
  }

  /// Looks for a secret from now on, unless it has been said openly before.
  package func watch(_ secret: Secret) {
    guard secret.count >= shortest else { return }
    state.withLock { watch(secret, &$0) }
  }

  private func watch(_ secret: Secret, _ state: inout State) {
    if keepsAll, !isNew(secret, &state) { return }
    guard !secret.stands(in: state.typed),
      !state.open.contains(where: { secret.stands(in: $0) })
    else { return }
    state.thisTurn.append(secret)
  }

  /// Whether a secret is to be kept, and isn't yet. Few are compared one by one; many are known by their
  /// fingerprints, each of which takes its time to make.
  private func isNew(_ secret: Secret, _ state: inout State) -> Bool {
    let few = 16
    if state.thisTurn.count < few { return !state.thisTurn.contains(secret) }
    if state.kept.isEmpty {
      state.kept = Set(state.thisTurn.map(Self.fingerprints.fingerprint))
    }
    return state.kept.count < Self.mostKept
      && state.kept.insert(Self.fingerprints.fingerprint(of: secret)).inserted
  }

  /// Takes in what the tripwire of a later conversation knows, whose secrets are looked for here as well.
  ///
  /// - Parameter most: how many secrets there may be here; later ones are left out.
  package func join(_ other: Tripwire, most: Int) {
    let (secrets, open, known) = other.state.withLock { ($0.thisTurn, $0.open, $0.known) }
    state.withLock { state in
      let before = state.thisTurn.count
      for secret in secrets where state.thisTurn.count < most { watch(secret, &state) }
      if state.thisTurn.count > before { state.known += known }
      if state.thisTurn.count < most { state.open += open }
    }
  }

  /// Takes in what the conversation says whatever its secrets are, beside what all do: its policy's
  /// wordings, its service's address.
  ///
  /// - Parameter text: asked for only when a secret is found.
  package func expect(_ text: @escaping @Sendable () -> String) {
    state.withLock { $0.known.append(text) }
  }

  /// Takes in what somebody has said openly.
  package func hear(_ text: String) {
    guard text.utf8.count >= shortest else { return }
    state.withLock { state in
      if state.open.isEmpty { state.open.reserveCapacity(16) }
      if state.open.count == Self.mostOpen { state.open.removeFirst() }
      state.open.append(text)
    }
  }

  /// Takes in what somebody is typing openly, in place of what stood there before.
  package func hear(typed text: String) {
    state.withLock { $0.typed = text }
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
    if text.isEmpty { return nil }
    let secrets = state.withLock { state in
      state.earlier.isEmpty
        ? state.thisTurn : state.thisTurn + state.earlier.compactMap(\.secret)
    }
    if secrets.isEmpty { return nil }
    let hits = secrets.compactMap { secret in
      secret.firstOffset(in: text).map { (offset: $0, secret: secret) }
    }
    if hits.isEmpty { return nil }
    let own = state.withLock { $0.known }
    let known = ([publicText()] + own.map { $0() }).joined(separator: "\n")
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
