import Conversation
import Secrets

/// Writes the transcript of a conversation as it goes.
///
/// With `holdsTurns`, a turn is written when the next one begins, so that one in which something
/// happened that no transcript can say (a check that was cancelled) can be kept as comments instead,
/// and what is written replays to itself.
package final class TranscriptWriter {
  private let write: ([OutputLine]) throws -> Void
  private let holdsTurns: Bool
  private var ledger: SecretLedger
  private var held: [OutputLine] = []
  private var isSpoilt = false
  private let tripwire: Tripwire?

  /// Whether the transcript ends before a secret that was about to be written.
  package private(set) var isCutShort = false

  /// - Parameters:
  ///   - seed: what the secrets' classes are resolved with.
  ///   - tripwire: looks for secrets. Where it finds one the transcript ends, and what comes after is let
  ///     go, so that a person's conversation can go on; nil for none.
  ///   - write: takes whole lines with their newlines.
  package convenience init(
    seed: UInt64, holdsTurns: Bool, tripwire: Tripwire? = nil,
    write: @escaping (String) throws -> Void
  ) {
    self.init(
      lines: { lines in
        var text: [UInt8] = []
        for line in lines { line.write(to: &text) }
        try write(String(decoding: text, as: UTF8.self))
      }, seed: seed, holdsTurns: holdsTurns, tripwire: tripwire)
  }

  /// - Parameter lines: takes the lines, as many at a time as belong together.
  package init(
    lines: @escaping ([OutputLine]) throws -> Void, seed: UInt64, holdsTurns: Bool,
    tripwire: Tripwire? = nil
  ) {
    self.tripwire = tripwire
    ledger = SecretLedger(seed: seed)
    self.holdsTurns = holdsTurns
    write = lines
  }

  /// Writes the settings. `settings` are in the order in which they are to stand.
  package func begin(settings: [(key: String, value: String)]) throws {
    try put(.setting(key: "transcript", value: "1"))
    for (key, value) in settings { try put(.setting(key: key, value: value)) }
    try release()
  }

  /// Writes what the bot says or asks.
  ///
  /// - Parameters:
  ///   - text: in words.
  ///   - origin: what the words were made from.
  package func bot(
    _ tone: Tone, _ text: String, from origin: OutputLine.Origin = .nothing
  ) throws {
    try put(.bot(tone, Placeholder.escaped(text)), origin)
  }

  /// Writes what was entered at a question, a secret by name.
  ///
  /// - Parameter conversation: as it was when the line was entered.
  package func entered(_ entry: Entry, in conversation: Conversation) throws {
    try release()
    switch entry {
    case .text(let text):
      if conversation.question == .field(.username), let name = conversation.literal(text),
        let drift = ledger.drift(to: name, in: conversation), let newClass = drift.newClass
      {
        try put(.secret(name: drift.name, newClass))
      }
      try put(.you(text))
    case .secret(let secret):
      if secret.isEmpty { return try put(.you("")) }
      if let line = exactCommand(secret, conversation) { return try put(.you(line)) }
      guard case .field(let field)? = conversation.question else { return }
      let entry = ledger.enter(conversation.unescaped(secret), for: field, in: conversation)
      if let newClass = entry.newClass { try put(.secret(name: entry.name, newClass)) }
      try put(.key(entry.name), .secret(ledger.secretClass(of: entry)))
    }
  }

  /// Something happened in this turn that a transcript can't say; the turn is kept as comments.
  package func spoilTurn() {
    isSpoilt = true
  }

  package func end(_ outcome: Outcome) throws {
    try put(.end(outcome.ending), .ended(outcome))
    try release()
  }

  private func exactCommand(_ secret: Secret, _ conversation: Conversation) -> String? {
    conversation.vocabulary.commands.map { "/" + $0.word }.first { secret.isEqual(to: $0) }
  }

  private func put(_ record: Record, _ origin: OutputLine.Origin = .nothing) throws {
    if isCutShort { return }
    let line = OutputLine(record, origin)
    // Now, and not when a held turn is written: by then a refused secret is gone.
    if tripwire?.firstHit(in: line.text) != nil {
      try release()
      isCutShort = true
      return try write([OutputLine(.comment("# The transcript ends before a secret."))])
    }
    if holdsTurns { held.append(line) } else { try write([line]) }
  }

  /// The outcome, and a secret's class, which a later turn may need.
  private func isAlwaysKept(_ line: OutputLine) -> Bool {
    switch line.record {
    case .end, .secret: true
    case .shebang, .comment, .setting, .bot, .you, .key: false
    }
  }

  private func release() throws {
    let lines = held.map { line in
      isSpoilt && !isAlwaysKept(line) ? OutputLine(.comment("# " + line.text)) : line
    }
    held.removeAll()
    isSpoilt = false
    if !lines.isEmpty { try write(lines) }
  }
}
