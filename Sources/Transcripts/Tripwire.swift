import Conversation
import Secrets
import Synchronization
import Text

/// Checks text that is about to be written for the secrets of a conversation.
///
/// The tripwire keeps a secret alive during its turn, in which a message about it is written. After
/// that, it looks for the secret only as long as another object retains it: a wiped secret can't
/// leak, and must not be kept only for these checks.
package final class Tripwire: Sendable {
  /// The text in transcripts other than answers and the bot's lines.
  package static let grammar: String = {
    let classes: [SecretClass] = [
      .strong, .lower(1), .upper(1), .digit(1), .mixed(1), .words(1), .unicode(1), .common,
      .username, .like("TEXT"), .environment("VAR"), .file("PATH"),
    ]
    let questions: [Question] =
      Field.builtIn.map { .field($0) } + [.review, .offer, .remember]
      + Choice.allCases.map { .choice($0) }
    return
      (classes.map { "@ secret password password-2 repeat-2 \($0)" } + Outcome.names
      + questions.map { "question=\($0.spokenName)" } + MalformedInput.allCases.map(\.rawValue)
      + ["end> exit= username= why="]).joined(separator: "\n")
  }()

  private struct State {
    var thisTurn: [Secret] = []
    /// The fingerprints of the secrets that are kept to the end, so that each is kept and searched
    /// for only once.
    var kept: Set<SecretFingerprint> = []
    var earlier: [Weak] = []
    /// The most recent visible answers. Only some are kept, because a conversation can have any
    /// number of answers.
    var open: [String] = []
    /// The current text of a visible field that is being edited.
    var typed = ""
    /// Text that the conversation contains independently of its secrets, made of the visible answers.
    var known: [@Sendable ([String]) -> String] = []
    /// The visible answers of the conversations that have joined, and the text made of them.
    var joined: [(open: [String], known: [@Sendable ([String]) -> String])] = []

    /// Returns all text that is known, made of the visible answers that a condition picks.
    func knownText(where isOpen: (String) -> Bool) -> String {
      (joined + [(open, known)]).flatMap { open, known in
        let open = open.filter(isOpen)
        return known.map { $0(open) }
      }.joined(separator: "\n")
    }
  }

  private struct Weak {
    weak var secret: Secret?
  }

  /// The maximum number of secrets that are kept to the end. Each takes guarded memory, of which
  /// the system grants a process a few thousand pieces, and a search of its own.
  private static let mostKept = 4096
  /// The maximum number of visible answers to keep. Each may have 64 KiB.
  private static let mostOpen = 256
  /// The maximum length in bytes of an answer that is taken for a name.
  private static let longestName = 256
  private static let fingerprints = SecretFingerprint.Maker()

  private let state = Mutex(State())
  private let keepsAll: Bool
  private let shortest: Int
  private let publicText: @Sendable () -> String

  /// - Parameters:
  ///   - keepsAll: whether every secret is kept alive to the end, up to 4,096 different ones. This
  ///     is for transcripts, whose secrets are made from the contents of the file.
  ///   - shortest: the minimum length in bytes. Shorter secrets are ignored because they occur by
  ///     chance: the secret `7` is part of many numbers.
  ///   - publicText: returns text that is written independently of the secrets, such as the bot's
  ///     own wordings. A secret that occurs in it reveals nothing. Called only when a secret is
  ///     found.
  package init(
    keepsAll: Bool, shortest: Int = 4, publicText: @escaping @Sendable () -> String
  ) {
    self.shortest = shortest
    self.keepsAll = keepsAll
    self.publicText = publicText
  }

  /// Looks for a secret from now on, unless it has already been entered visibly.
  package func watch(_ secret: Secret) {
    guard secret.count >= shortest else { return }
    state.withLock { watch(secret, &$0) }
  }

  private func watch(_ secret: Secret, _ state: inout State) {
    if keepsAll {
      guard state.kept.count < Self.mostKept,
        state.kept.insert(Self.fingerprints.fingerprint(of: secret)).inserted
      else { return }
    }
    guard !secret.stands(in: state.typed),
      !state.open.contains(where: { secret.stands(in: $0) })
    else { return }
    state.thisTurn.append(secret)
  }

  /// Adds what the tripwire of a later conversation knows, so that its secrets are found here as
  /// well.
  ///
  /// - Parameter most: the maximum number of secrets in this tripwire; any further ones are
  ///   omitted.
  package func join(_ other: Tripwire, most: Int) {
    let (secrets, open, joined) = other.state.withLock {
      ($0.thisTurn, $0.open, $0.joined + [($0.open, $0.known)])
    }
    state.withLock { state in
      let before = state.thisTurn.count
      for secret in secrets where state.thisTurn.count < most { watch(secret, &state) }
      if state.thisTurn.count > before { state.joined += joined }
      if state.thisTurn.count < most { state.open += open }
    }
  }

  /// Adds text that this conversation contains independently of its secrets, in addition to the
  /// text that all conversations contain: its policy's wordings, its service's address.
  ///
  /// - Parameter text: returns the text; called only when a secret is found.
  package func expect(_ text: @escaping @Sendable () -> String) {
    state.withLock { $0.known.append { _ in text() } }
  }

  /// Adds text that this conversation contains for each visible answer, such as the page of a name.
  ///
  /// - Parameter text: returns the text for an answer; called only when a secret is found.
  package func expect(forAnswer text: @escaping @Sendable (String) -> String?) {
    state.withLock {
      $0.known.append { answers in
        answers.filter { $0.utf8.count <= Self.longestName }.compactMap(text)
          .joined(separator: "\n")
      }
    }
  }

  /// Adds a visible answer.
  package func hear(_ text: String) {
    if text.isEmpty { return }
    state.withLock { state in
      if state.open.isEmpty { state.open.reserveCapacity(16) }
      if state.open.count == Self.mostOpen { state.open.removeFirst() }
      state.open.append(text)
    }
  }

  /// Sets the text of a visible field that is being edited, replacing the previous text.
  package func hear(typed text: String) {
    state.withLock { $0.typed = text }
  }

  /// Ends the turn. The turn's secrets are no longer kept alive for checks.
  package func turnEnded() {
    if keepsAll { return }
    state.withLock { state in
      state.earlier.removeAll { $0.secret == nil }
      state.earlier += state.thisTurn.map { Weak(secret: $0) }
      state.thisTurn.removeAll()
    }
  }

  /// Forgets all secrets and all answers, for the next conversation.
  package func reset() {
    state.withLock { $0 = State() }
  }

  /// Whether there is no secret to look for.
  package var isIdle: Bool {
    state.withLock { state in
      state.thisTurn.isEmpty && state.earlier.allSatisfy { $0.secret == nil }
    }
  }

  /// Whether a text was entered visibly, or is part of what the conversation contains independently
  /// of its secrets.
  package func knows(_ text: String) -> Bool {
    let state = state.withLock { $0 }
    return state.open.contains { $0.contains(text) } || state.typed.contains(text)
      || state.knownText { _ in true }.contains(text) || publicText().contains(text)
  }

  /// Returns the byte offset of the first secret in a text; `nil` if there is none. O(text ×
  /// secrets).
  ///
  /// - Parameter more: returns further text in which a secret reveals nothing; called only when a
  ///   secret is found.
  package func firstHit(in text: String, knowing more: () -> String = { "" }) -> Int? {
    text.withUTF8Text { firstHit(in: $0.bytes, knowing: more) }
  }

  package func firstHit(
    in text: UnsafeRawBufferPointer, knowing more: () -> String = { "" }
  ) -> Int? {
    if text.isEmpty { return nil }
    let state = state.withLock { $0 }
    let secrets =
      state.earlier.isEmpty
      ? state.thisTurn : state.thisTurn + state.earlier.compactMap(\.secret)
    if secrets.isEmpty { return nil }
    let hits = secrets.compactMap { secret in
      secret.firstOffset(in: text).map { (offset: $0, secret: secret) }
    }
    if hits.isEmpty { return nil }
    let known = publicText() + "\n" + more()
    return hits.filter { _, secret in
      // An answer that contains a secret came after it, and doesn't make it known.
      !secret.stands(in: known)
        && !secret.stands(in: state.knownText { !secret.stands(in: $0) })
    }.map(\.offset).min()
  }
}

extension Secret {
  fileprivate func stands(in text: String) -> Bool {
    text.withUTF8Text { firstOffset(in: $0.bytes) } != nil
  }
}
