/// What a text on the screen is. The table below decides how it looks, wherever it is shown.
package enum Role: CaseIterable, Sendable {
  /// What the text below is about, such as the greeting.
  case heading
  /// The part of a prompt that asks.
  case question
  /// An accepted answer. One that is being typed or was refused looks like ordinary text.
  case answer
  /// What may be typed, or happens by default.
  case hint
  /// A good verdict.
  case ok
  /// A bad verdict.
  case failed
  /// Work in progress.
  case working
  case link

  /// How a role looks. No role is recognizable by its colour alone: a verdict has a sign or a word,
  /// and all others have a place of their own.
  struct Look {
    /// `nil` for the colour of ordinary text.
    var colour: Colour?
    var weight = Weight.regular
    /// What precedes the text on a terminal that is not plain; "" for nothing.
    var sign = ""
    /// The sign on the console of Linux, whose fonts have only a few hundred characters; `nil` for
    /// the same. A missing character looks like any other missing one.
    var consoleSign: String?
    /// What precedes the text on a plain terminal, in English; "" for nothing.
    var word = ""
  }

  var look: Look {
    switch self {
    case .heading: Look(weight: .bold)
    case .question: Look(weight: .bold)
    case .answer: Look(colour: .cyan)
    case .hint: Look(weight: .dim)
    case .ok: Look(colour: .green, sign: "✓", consoleSign: "√", word: "OK: ")
    case .failed: Look(colour: .red, sign: "✗", consoleSign: "×", word: "Error: ")
    // Bright black is grey on nearly every palette.
    case .working: Look(colour: .brightBlack, sign: "…")
    case .link: Look(weight: .underlined)
    }
  }

  /// The colours by their names, which every palette gives its own shade. The values are those of
  /// SGR (ECMA-48, 8.3.117); the bright ones are an extension that terminals with 16 colours share.
  enum Colour: Int {
    case red = 31
    case green = 32
    case cyan = 36
    case brightBlack = 90
  }

  /// The values are those of SGR.
  enum Weight: Int {
    case regular = 0
    case bold = 1
    case dim = 2
    case underlined = 4
  }
}
