import CLibEdit

/// The editing functions of libedit that are used, by libedit's names, and one of our own.
///
/// Each is bound to a code that no key sends. `EditCommand` decides what keys do, and libedit's own key
/// map (with its macros, quoted inserts and history) is never used.
enum EditFunction: String, CaseIterable {
  case left = "ed-prev-char"
  case right = "ed-next-char"
  case start = "ed-move-to-beg"
  case end = "ed-move-to-end"
  case wordLeft = "ed-prev-word"
  case wordRight = "em-next-word"
  case deleteWordBackward = "ed-delete-prev-word"
  case deleteWordForward = "em-delete-next-word"
  case killToEnd = "ed-kill-line"
  case killLine = "em-kill-line"
  case killToStart = "vi-kill-line-prev"
  case yank = "em-yank"
  case transpose = "ed-transpose-chars"
  case upperCase = "em-upper-case"
  case lowerCase = "em-lower-case"
  case capitalize = "em-capitol-case"
  case clearScreen = "ed-clear-screen"
  case newline = "ed-newline"
  /// Our own, which `editline_add_function` registers.
  case own = "signup-edit"

  /// From 0x80 on. Typed C1 control characters never have these codes, because `CodeBook` replaces
  /// them.
  var code: Code { 0x80 + Code(Self.allCases.firstIndex(of: self)!) }

  /// What it does to the line.
  enum Effect {
    case moves, changes, none
    /// It changes the line and overwrites the kill buffer, even with an empty text.
    case kills
  }

  var effect: Effect {
    switch self {
    case .left, .right, .start, .end, .wordLeft, .wordRight: .moves
    case .yank, .transpose, .upperCase, .lowerCase, .capitalize: .changes
    case .deleteWordBackward, .deleteWordForward, .killToEnd, .killLine, .killToStart: .kills
    case .clearScreen, .newline, .own: .none
    }
  }

  var changesLine: Bool { effect == .changes || effect == .kills }

  /// Whether there is nothing that it could be done to.
  func isIdle(at cursor: Int, of count: Int) -> Bool {
    switch self {
    case .wordLeft, .deleteWordBackward: cursor == 0
    case .wordRight, .deleteWordForward: cursor == count
    case .transpose: cursor == 0 || count < 2
    case .left, .right, .start, .end, .killToEnd, .killLine, .killToStart, .yank, .upperCase,
      .lowerCase, .capitalize, .clearScreen, .newline, .own:
      false
    }
  }

  /// The equivalent for a line that counts as one word, such as a secret, whose word boundaries
  /// must not be revealed.
  var asOneWord: EditFunction {
    switch self {
    case .wordLeft: .start
    case .wordRight: .end
    case .deleteWordBackward: .killToStart
    case .deleteWordForward: .killToEnd
    case .left, .right, .start, .end, .killToEnd, .killLine, .killToStart, .yank, .transpose,
      .upperCase, .lowerCase, .capitalize, .clearScreen, .newline, .own:
      self
    }
  }
}
