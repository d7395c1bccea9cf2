import Text

/// Text that contains SGR sequences (`ESC [ … m`).
package enum PaintedText {
  /// A part of a text in one colour.
  struct Run {
    /// The sequence that begins the colour, or "" for none.
    let colour: String
    let text: String

    /// The text with its colour, and with the end of that.
    var painted: String {
      colour.isEmpty || text.isEmpty ? text : colour + text + Escape.noColour
    }
  }

  /// Splits a text where its colour changes.
  static func runs(of text: String) -> [Run] {
    var runs: [Run] = []
    var colour = ""
    var plain = ""
    func endRun() {
      if !plain.isEmpty { runs.append(Run(colour: colour, text: plain)) }
      plain = ""
    }
    var rest = text[...]
    while let character = rest.first {
      if let sequence = sequence(at: rest) {
        endRun()
        colour = sequence == Escape.noColour ? "" : String(sequence)
        rest = rest[sequence.endIndex...]
      } else {
        plain.append(character)
        rest = rest.dropFirst()
      }
    }
    endRun()
    return runs
  }

  /// Returns the SGR sequence with which a text begins, or `nil` if it begins with none.
  private static func sequence(at text: Substring) -> Substring? {
    guard text.hasPrefix("\u{1B}["), let end = text.firstIndex(of: "m") else { return nil }
    let isWhole = text[..<end].dropFirst(2).allSatisfy { $0.isASCII && ($0.isNumber || $0 == ";") }
    return isWhole ? text[...end] : nil
  }

  /// Returns the text without its colours, in which other controls are escaped.
  static func plain(_ text: String) -> String {
    runs(of: text).map { escapingControls($0.text) }.joined()
  }

  /// Returns the text with its colours, in which other controls are escaped.
  static func safe(_ text: String) -> String {
    runs(of: text).map { Run(colour: $0.colour, text: escapingControls($0.text)).painted }.joined()
  }

  /// Returns the text, wrapped between words, with its colours on each row.
  package static func folded(_ text: String, columns: Int) -> String {
    runs(of: Text.folded(text, columns: columns)).map { run in
      let rows = run.text.split(separator: "\n", omittingEmptySubsequences: false)
      return rows.map { Run(colour: run.colour, text: String($0)).painted }
        .joined(separator: "\n")
    }.joined()
  }

  /// The columns that a text takes up.
  package static func columns(of text: String) -> Int {
    runs(of: text).reduce(0) { $0 + displayWidth(of: $1.text) }
  }
}
