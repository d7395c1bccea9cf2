import Text

/// How text is shown: with or without colour, and with signs or, in plain text, with words.
package struct Style: Equatable, Sendable {
  /// The values of `--color`.
  package enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  /// How much a text may be emphasized.
  package enum Ink: Sendable {
    case none
    /// Bold, dim and underlined, on a terminal without colours.
    case weights
    case colours
  }

  /// Whether output is only appended: no spinner, no right prompt, and words instead of signs.
  package var isPlain: Bool

  package var ink: Ink
  /// The value of `TERM`, or `nil` if it is not set.
  package let term: String?
  /// Whether links are hyperlinks.
  package var hasLinks: Bool
  /// What precedes a role's text on a plain terminal, if it is not the English word.
  package var words: [Role: String] = [:]

  /// `NO_COLOR` and `--color never` remove all emphasis, and a terminal without colours only the
  /// colours. `--color always` restores them, except on a terminal that can't show escape sequences
  /// or if the user asked for plain text.
  ///
  /// - Parameters:
  ///   - color: The value of `--color`.
  ///   - plain: Whether `--plain` is given or `ACCESSIBLE` is set.
  ///   - noColor: Whether `NO_COLOR` is set and not empty.
  ///   - ci: Whether `CI` is set and not empty.
  ///   - isTerminal: Whether the output is a terminal.
  ///   - colours: The number of colours that the terminal has, or `nil` if it is unknown.
  ///   - hasLinks: Whether the terminal is known to support hyperlinks.
  package init(
    color: ColorChoice = .auto, plain: Bool = false, noColor: Bool = false, ci: Bool = false,
    term: String?, isTerminal: Bool, colours: Int? = nil, hasLinks: Bool = false
  ) {
    let isDumb = [nil, "", "dumb"].contains(term)
    isPlain = plain || ci || isDumb || !isTerminal
    let isMonochrome = colours.map { $0 < 8 } ?? false
    ink =
      switch color {
      case .never: .none
      case .always: plain || isDumb ? .none : .colours
      case .auto: isPlain || noColor ? .none : isMonochrome ? .weights : .colours
      }
    self.hasLinks = hasLinks && !isPlain
    self.term = term
  }

  /// Whether only the characters of the Linux console's fonts are used as signs.
  var isConsole: Bool { term == "linux" || term?.hasPrefix("linux-") == true }

  /// Returns the text after its sign or word, without a newline. Controls in the text are escaped.
  package func line(_ role: Role, _ text: String) -> String {
    let text = escapingControls(text)
    return isPlain ? painted(role, (words[role] ?? role.look.word) + text) : mark(role, text)
  }

  /// Returns the text, in which controls must already be escaped, after its sign. For "", returns
  /// the sign alone.
  package func mark(_ role: Role, _ text: String) -> String { painted(role, marked(role, text)) }

  /// Returns the text after its sign, without colour.
  package func marked(_ role: Role, _ text: String) -> String {
    [sign(of: role), text].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The sign that precedes the text of a role, one column wide, or "" for none.
  package func sign(of role: Role) -> String {
    isConsole ? role.look.consoleSign ?? role.look.sign : role.look.sign
  }

  /// Returns the text in the colour and weight of its role, as far as the terminal shows them.
  package func painted(_ role: Role, _ text: String) -> String {
    let look = role.look
    var codes: [Int] = []
    switch ink {
    case .none: break
    case .weights: codes = [look.weight.rawValue]
    case .colours: codes = [look.weight.rawValue, look.colour?.rawValue ?? 0]
    }
    codes.removeAll { $0 == 0 }
    guard !codes.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m\(text)\(Escape.noColour)"
  }

  /// Returns a link, as a hyperlink if the terminal supports that.
  ///
  /// - Parameter address: Must contain no control characters.
  package func link(_ address: String) -> String {
    let text = painted(.link, address)
    guard hasLinks, address.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\" + text + "\u{1B}]8;;\u{1B}\\"
  }
}
