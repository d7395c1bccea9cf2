import Accounts
import Secrets

/// What a person can do at any question besides answering it.
package enum Command: Hashable, Sendable {
  case back, undo, redo
  /// Nil asks which.
  case edit(Field?)
  case review, retry, restart, open, help, quit

  package static let all: [Command] =
    [.back, .undo, .redo, .edit(nil)] + Field.allCases.map { .edit($0) }
    + [.review, .retry, .restart, .open, .help, .quit]
}

// Asked of the type itself, that would be looked up when the program starts, for each of its meanings.
extension Vocabulary.Spelling: Equatable where Meaning: Equatable {}
extension Vocabulary.Spelling: Hashable where Meaning: Hashable {}

/// Every word that a line can be read by: English, and what a locale adds to it.
package struct Vocabulary: Equatable, Sendable {
  /// Without the slash, in the order that completion offers them.
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

  /// What English adds to itself.
  package static let nothing = Vocabulary(commands: [], yes: [], no: [], actions: [])

  package init(
    commands: [Spelling<Command>], yes: [String], no: [String], actions: [Spelling<Action>]
  ) {
    self.commands = commands
    self.yes = yes
    self.no = no
    self.actions = actions
  }

  /// English, with a locale's words before it.
  package func adding(_ locale: Vocabulary) -> Vocabulary {
    Vocabulary(
      commands: locale.commands + commands, yes: locale.yes + yes, no: locale.no + no,
      actions: locale.actions + actions)
  }

  /// The command that a line without its slash spells; nil for none.
  package func command(_ words: String) -> Command? {
    commands.first { $0.word.hasSameBytes(as: words) }?.meaning
  }

  /// The command that a secret is, slash and all, byte for byte; nil for none.
  package func command(_ secret: Secret) -> Command? {
    guard secret.first == UInt8(ascii: "/") else { return nil }
    return commands.first { secret.isEqual(to: "/" + $0.word) }?.meaning
  }

  /// The known command nearest to some words.
  package func nearest(to words: String) -> String {
    Accounts.nearest(to: words, among: commands.map(\.word)) ?? "help"
  }
}
