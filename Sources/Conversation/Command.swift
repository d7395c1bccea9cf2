/// What the user can do at any question other than answer it.
package enum Command: Hashable, Sendable {
  case back, undo, redo
  /// `nil` asks which answer to edit.
  case edit(Field?)
  case review, retry, restart, open, help, quit

  package static let all: [Command] =
    [.back, .undo, .redo, .edit(nil)] + Field.allCases.map { .edit($0) }
    + [.review, .retry, .restart, .open, .help, .quit]
}
