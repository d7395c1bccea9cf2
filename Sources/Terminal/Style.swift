import Text

/// How verdicts are shown: with or without colour, and with signs or, in plain text, with words.
package struct Style: Equatable, Sendable {
  /// The values of `--color`.
  package enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  /// The kinds of lines that have their own sign.
  package enum Tone: CaseIterable, Sendable {
    case ok, failed, validating
  }

  /// The prefixes of lines on a plain terminal.
  package struct Words: Equatable, Sendable {
    package var ok: String
    package var failed: String
    package var validating: String

    package init(ok: String = "OK: ", failed: String = "Error: ", validating: String = "") {
      self.ok = ok
      self.failed = failed
      self.validating = validating
    }
  }

  /// Everything that the choice depends on.
  package struct Conditions: Sendable {
    /// The value of `--color`.
    package var color: ColorChoice
    /// Whether `--plain` is given or `ACCESSIBLE` is set.
    package var plain: Bool
    /// Whether `NO_COLOR` is set and not empty.
    package var noColor: Bool
    /// Whether `CI` is set and not empty.
    package var ci: Bool
    /// The value of `TERM`, or `nil` if it is not set.
    package var term: String?
    /// Whether the output is a terminal.
    package var isTerminal: Bool

    package init(
      color: ColorChoice = .auto, plain: Bool = false, noColor: Bool = false, ci: Bool = false,
      term: String?, isTerminal: Bool
    ) {
      self.color = color
      self.plain = plain
      self.noColor = noColor
      self.ci = ci
      self.term = term
      self.isTerminal = isTerminal
    }
  }

  /// Whether output is only appended: no spinner, no right prompt, and words instead of signs.
  package var isPlain: Bool

  package var hasColour: Bool
  package var words: Words

  package init(isPlain: Bool, hasColour: Bool, words: Words = Words()) {
    self.isPlain = isPlain
    self.hasColour = hasColour
    self.words = words
  }

  /// `NO_COLOR` and `--color never` remove only the colours. `--color always` restores them, except
  /// on a terminal that can't show them or if the user asked for plain text.
  package init(_ conditions: Conditions, words: Words = Words()) {
    let isDumb = [nil, "", "dumb"].contains(conditions.term)
    isPlain = conditions.plain || conditions.ci || isDumb || !conditions.isTerminal
    hasColour =
      switch conditions.color {
      case .never: false
      case .always: !conditions.plain && !isDumb
      case .auto: !isPlain && !conditions.noColor
      }
    self.words = words
  }

  /// Returns the text after its sign or word, without a newline. Controls in the text are escaped.
  package func line(_ tone: Tone, _ text: String) -> String {
    let text = escapingControls(text)
    return isPlain ? coloured(tone, word(tone) + text) : mark(tone, text)
  }

  /// Returns the text, in which controls must already be escaped, after its sign. For "", returns
  /// the sign alone.
  package func mark(_ tone: Tone, _ text: String) -> String {
    coloured(tone, text.isEmpty ? sign(tone) : sign(tone) + " " + text)
  }

  /// Returns the text in the tone's colour, or unchanged without colours.
  package func coloured(_ tone: Tone, _ text: String) -> String {
    guard hasColour else { return text }
    let colour =
      switch tone {
      case .ok: "32"
      case .failed: "31"
      // Bright black, which is grey on nearly every palette.
      case .validating: "90"
      }
    return "\u{1B}[\(colour)m\(text)\(Escape.noColour)"
  }

  private func sign(_ tone: Tone) -> String {
    switch tone {
    case .ok: "✓"
    case .failed: "✗"
    case .validating: "…"
    }
  }

  private func word(_ tone: Tone) -> String {
    switch tone {
    case .ok: words.ok
    case .failed: words.failed
    case .validating: words.validating
    }
  }
}
