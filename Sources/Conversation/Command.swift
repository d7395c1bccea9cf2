/// What the user can do at any question other than answer it.
package enum Command: Hashable, Sendable {
  case back, undo, redo
  /// `nil` asks which answer to edit.
  case edit(Field?)
  case review, retry, restart, open, help, quit

  /// The commands of every form.
  package static let all: [Command] =
    [.back, .undo, .redo, .edit(nil)] + Field.builtIn.map { .edit($0) }
    + [.review, .retry, .restart, .open, .help, .quit]
}
