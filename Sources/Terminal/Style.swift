import Text

/// How verdicts are shown: in colour or not, by signs or, where only plain text may be written, by
/// words.
package struct Style: Equatable, Sendable {
  /// What `--color` says.
  package enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  /// The kinds of lines that have a sign of their own.
  package enum Tone: CaseIterable, Sendable {
    case ok, failed, validating
  }

  /// What stands in front of a line on a plain terminal.
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

  /// All that the choice depends on; `main` reads it, nobody else does.
  package struct Surroundings: Sendable {
    /// `--color`
    package var color: ColorChoice
    /// `--plain`, or `ACCESSIBLE` is set.
    package var plain: Bool
    /// `NO_COLOR` is set and not empty.
    package var noColor: Bool
    /// `CI` is set and not empty.
    package var ci: Bool
    /// `TERM`; nil where it isn't set.
    package var term: String?
    /// The output is a terminal.
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

  /// Output is only ever appended: no spinner, no right prompt, words in the place of signs.
  package var isPlain: Bool

  package var hasColour: Bool
  package var words: Words

  package init(isPlain: Bool, hasColour: Bool, words: Words = Words()) {
    self.isPlain = isPlain
    self.hasColour = hasColour
    self.words = words
  }

  /// `NO_COLOR` and `--color never` take the colours away and nothing else. `--color always` gives
  /// them back to all but a terminal that can't show them and a user who asked for plain text.
  package init(_ surroundings: Surroundings, words: Words = Words()) {
    let isDumb = [nil, "", "dumb"].contains(surroundings.term)
    isPlain = surroundings.plain || surroundings.ci || isDumb || !surroundings.isTerminal
    hasColour =
      switch surroundings.color {
      case .never: false
      case .always: !surroundings.plain && !isDumb
      case .auto: !isPlain && !surroundings.noColor
      }
    self.words = words
  }

  /// The text with its sign or word in front, without a line end. Controls in the text are escaped.
  package func line(_ tone: Tone, _ text: String) -> String {
    let text = escapingControls(text)
    return isPlain ? coloured(tone, word(tone) + text) : mark(tone, text)
  }

  /// The text, which has no controls any more, with its sign in front; the sign alone where it is "".
  package func mark(_ tone: Tone, _ text: String) -> String {
    coloured(tone, text.isEmpty ? sign(tone) : sign(tone) + " " + text)
  }

  /// The text in the tone's colour; unchanged where there are none.
  package func coloured(_ tone: Tone, _ text: String) -> String {
    guard hasColour else { return text }
    let colour =
      switch tone {
      case .ok: "32"
      case .failed: "31"
      // Bright black: grey on nearly every palette.
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
