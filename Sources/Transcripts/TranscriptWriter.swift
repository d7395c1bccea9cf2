import Conversation
import Secrets

/// Writes the transcript of a conversation while it takes place.
///
/// With `holdsTurns`, a turn is written when the next one begins. If something happens in a turn
/// that a transcript can't express, such as a cancelled check, the turn can then be written as
/// comments instead, and the transcript still replays to itself.
package final class TranscriptWriter {
  private let write: ([OutputLine]) throws -> Void
  private let holdsTurns: Bool
  private var ledger: SecretLedger
  private var held: [OutputLine] = []
  private var isSpoilt = false
  private let isBetrayed: ((OutputLine) -> Bool)?
  private var lastQuestion = Question.field(.username)

  /// Whether the transcript was cut off before a secret that was about to be written.
  package private(set) var isCutShort = false

  /// - Parameters:
  ///   - seed: the seed for the secrets' classes.
  ///   - isBetrayed: returns whether a line would betray a secret; `nil` for no check. Before such a
  ///     line the transcript ends and the rest is discarded, so that the user's conversation can
  ///     continue.
  ///   - write: receives the lines. Each call receives lines that belong together.
  package init(
    seed: UInt64, holdsTurns: Bool, isBetrayed: ((OutputLine) -> Bool)? = nil,
    write: @escaping ([OutputLine]) throws -> Void
  ) {
    self.isBetrayed = isBetrayed
    ledger = SecretLedger(seed: seed)
    self.holdsTurns = holdsTurns
    self.write = write
  }

  /// Writes the settings in the given order.
  package func begin(settings: [(key: String, value: String)]) throws {
    try put(.setting(key: "transcript", value: "1"))
    for (key, value) in settings { try put(.setting(key: key, value: value)) }
    try release()
  }

  /// Writes what the bot says or asks.
  ///
  /// - Parameters:
  ///   - text: the text in words.
  ///   - origin: what the text was made from.
  package func bot(
    _ tone: Tone, _ text: String, from origin: OutputLine.Origin = .nothing
  ) throws {
    if !isCutShort, case .asked(let prompt) = origin { lastQuestion = prompt.question }
    try put(.bot(tone, Placeholder.escaped(text)), origin)
  }

  /// Writes what was entered at a question. A secret is written by name.
  ///
  /// - Parameter conversation: the conversation when the line was entered.
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

  /// Marks the current turn as one that a transcript can't express. It is written as comments.
  package func spoilTurn() {
    isSpoilt = true
  }

  package func end(_ outcome: Outcome) throws {
    if isCutShort {
      // What was achieved stands, although the answers that led to it may be missing.
      let known = outcome.exitStatus == 0 ? outcome : .incomplete(lastQuestion)
      return try write([OutputLine(.end(known.ending), .ended(known))])
    }
    try put(.end(outcome.ending), .ended(outcome))
    try release()
  }

  private func exactCommand(_ secret: Secret, _ conversation: Conversation) -> String? {
    conversation.vocabulary.commands.map { "/" + $0.word }.first { secret.isEqual(to: $0) }
  }

  private func put(_ record: Record, _ origin: OutputLine.Origin = .nothing) throws {
    if isCutShort { return }
    let line = OutputLine(record, origin)
    // Check now and not when a held turn is written: by then, a refused secret has been wiped.
    if isBetrayed?(line) == true {
      try release()
      isCutShort = true
      return try write(line.standIns)
    }
    if holdsTurns { held.append(line) } else { try write([line]) }
  }

  /// Whether a line is never turned into a comment: the outcome, and the class of a secret, which a
  /// later turn may need.
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
