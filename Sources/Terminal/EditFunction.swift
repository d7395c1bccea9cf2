import CLibEdit

/// The functions of libedit that are used, by libedit's names, and the one of our own.
///
/// Each is bound to a code that no key sends: what keys do is decided in `Command`, and libedit's own
/// key map (with its macros, quoted inserts and history) is never reached.
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
  /// Ours: `editline_add_function` gives it its name.
  case own = "signup-edit"

  /// 0x80 and up: these are C1 control characters, which reach libedit only as codes of the book.
  var code: Code { 0x80 + Code(Self.allCases.firstIndex(of: self)!) }

  /// Whether it may leave another text in the line.
  var changesLine: Bool {
    switch self {
    case .deleteWordBackward, .deleteWordForward, .killToEnd, .killLine, .killToStart, .yank,
      .transpose, .upperCase, .lowerCase, .capitalize:
      true
    case .left, .right, .start, .end, .wordLeft, .wordRight, .clearScreen, .newline, .own: false
    }
  }

  /// Whether it leaves the line alone and puts the cursor elsewhere in it.
  var movesCursor: Bool {
    switch self {
    case .left, .right, .start, .end, .wordLeft, .wordRight: true
    case .deleteWordBackward, .deleteWordForward, .killToEnd, .killLine, .killToStart, .yank,
      .transpose, .upperCase, .lowerCase, .capitalize, .clearScreen, .newline, .own:
      false
    }
  }

  /// Whether it replaces what is kept for `yank`, if only by nothing.
  func kills(isAtStart: Bool, isAtEnd: Bool) -> Bool {
    switch self {
    case .killToEnd, .killLine, .killToStart: true
    case .deleteWordBackward: !isAtStart
    case .deleteWordForward: !isAtEnd
    case .left, .right, .start, .end, .wordLeft, .wordRight, .yank, .transpose, .upperCase,
      .lowerCase, .capitalize, .clearScreen, .newline, .own:
      false
    }
  }

  /// What does the same where all is one word, as in a secret: where its words begin and end is
  /// nobody's business. Nil where there is nothing left to do; the kill buffer is then kept.
  func asOneWord(isAtStart: Bool, isAtEnd: Bool) -> EditFunction? {
    switch self {
    case .wordLeft: isAtStart ? nil : .start
    case .wordRight: isAtEnd ? nil : .end
    case .deleteWordBackward: isAtStart ? nil : .killToStart
    case .deleteWordForward: isAtEnd ? nil : .killToEnd
    case .left, .right, .start, .end, .killToEnd, .killLine, .killToStart, .yank, .transpose,
      .upperCase, .lowerCase, .capitalize, .clearScreen, .newline, .own:
      self
    }
  }
}
