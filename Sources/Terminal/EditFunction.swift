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

  /// Whether it may change the text of the line.
  var changesLine: Bool {
    switch self {
    case .deleteWordBackward, .deleteWordForward, .killToEnd, .killLine, .killToStart, .yank,
      .transpose, .upperCase, .lowerCase, .capitalize:
      true
    case .left, .right, .start, .end, .wordLeft, .wordRight, .clearScreen, .newline, .own: false
    }
  }

  /// Whether it only moves the cursor within the line.
  var movesCursor: Bool {
    switch self {
    case .left, .right, .start, .end, .wordLeft, .wordRight: true
    case .deleteWordBackward, .deleteWordForward, .killToEnd, .killLine, .killToStart, .yank,
      .transpose, .upperCase, .lowerCase, .capitalize, .clearScreen, .newline, .own:
      false
    }
  }

  /// Whether it overwrites the kill buffer, even with an empty text.
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

  /// Returns the equivalent for a line that counts as one word, such as a secret, whose word
  /// boundaries must not be revealed. Returns `nil` if there is nothing to do; the kill buffer must
  /// then be kept.
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
