import Secrets
import Text

// Declared on the type itself, the conformance would be looked up at startup for each `Meaning`.
extension Vocabulary.Spelling: Equatable where Meaning: Equatable {}

extension Vocabulary.Spelling: Hashable where Meaning: Hashable {}

/// The words that the conversation understands: English, and those that a locale adds.
package struct Vocabulary: Equatable, Sendable {
  /// Without the slash, in the order in which completion offers them.
  package var commands: [Spelling<Command>]
  package var yes: [String]
  package var no: [String]
  package var actions: [Spelling<Action>]

  package struct Spelling<Meaning: Sendable>: Sendable {
    package let word: String
    package let meaning: Meaning

    package init(_ word: String, _ meaning: Meaning) {
      self.word = word
      self.meaning = meaning
    }
  }

  package static let english = Vocabulary(
    commands: [
      Spelling("back", .back), Spelling("undo", .undo), Spelling("redo", .redo),
      Spelling("edit", .edit(nil)), Spelling("edit username", .edit(.username)),
      Spelling("edit password", .edit(.password)), Spelling("edit repeat", .edit(.repeated)),
      Spelling("review", .review), Spelling("retry", .retry), Spelling("restart", .restart),
      Spelling("open", .open), Spelling("help", .help), Spelling("quit", .quit),
    ],
    yes: ["yes", "y"], no: ["no", "n"],
    actions: [
      Spelling("retry", .retry), Spelling("edit", .edit), Spelling("restart", .restart),
      Spelling("quit", .quit), Spelling("username", .editField(.username)),
      Spelling("password", .editField(.password)), Spelling("repeat", .editField(.repeated)),
      Spelling("password repeat", .editField(.repeated)),
    ])

  /// The words that English adds to itself: none.
  package static let nothing = Vocabulary(commands: [], yes: [], no: [], actions: [])

  package init(
    commands: [Spelling<Command>], yes: [String], no: [String], actions: [Spelling<Action>]
  ) {
    self.commands = commands
    self.yes = yes
    self.no = no
    self.actions = actions
  }

  /// Returns this vocabulary with a locale's words in front.
  package func adding(_ locale: Vocabulary) -> Vocabulary {
    Vocabulary(
      commands: locale.commands + commands, yes: locale.yes + yes, no: locale.no + no,
      actions: locale.actions + actions)
  }

  /// Returns the command for a line without its slash, or `nil` if there is none.
  package func command(_ words: String) -> Command? {
    commands.first { $0.word.hasSameBytes(as: words) }?.meaning
  }

  /// Returns the command if a secret is exactly a command with its slash, byte for byte; otherwise
  /// `nil`.
  package func command(_ secret: Secret) -> Command? {
    guard secret.first == UInt8(ascii: "/") else { return nil }
    return commands.first { secret.isEqual(to: "/" + $0.word) }?.meaning
  }

  /// Returns the known command that is nearest to the given words.
  package func nearest(to words: String) -> String {
    Text.nearest(to: words, among: commands.map(\.word), atAnyDistance: true) ?? "help"
  }
}

/// What the user can do at any question other than answer it.
package enum Command: Hashable, Sendable {
  case back, undo, redo
  /// `nil` asks which answer to edit.
  case edit(Field?)
  case review, retry, restart, open, help, quit

  /// Whether the command is refused once nothing can be changed any more.
  var changesAnswers: Bool {
    switch self {
    case .back, .undo, .redo, .edit, .retry, .restart: true
    case .review, .open, .help, .quit: false
    }
  }
}
