import Text

/// Codes for coloured characters. libedit can't be given the colours themselves, because it doesn't
/// redraw a character if only its colour has changed.
struct Paints {
  private static let narrow: ClosedRange<Code> = 0x10F000...0x10FFFD
  private static let wide: ClosedRange<Code> = 0x2A000...0x2A6D6

  private var codes: [String: Code] = [:]
  private var narrowTexts: [String] = []
  private var wideTexts: [String] = []

  static func owns(_ code: Code) -> Bool { narrow.contains(code) || wide.contains(code) }

  /// Returns the text to draw for a code, including its colour, or `nil` if the code is not one of
  /// these.
  func text(of code: Code) -> String? {
    if Self.narrow.contains(code) {
      let place = Int(code - Self.narrow.lowerBound)
      return place < narrowTexts.count ? narrowTexts[place] : nil
    }
    guard Self.wide.contains(code) else { return nil }
    let place = Int(code - Self.wide.lowerBound)
    return place < wideTexts.count ? wideTexts[place] : nil
  }

  /// Returns a code for each character in its colour.
  ///
  /// - Parameter text: May contain SGR sequences (`ESC [ … m`). Other controls are escaped.
  mutating func paint(_ text: String) -> [Code] {
    var colour = ""
    var result: [Code] = []
    var rest = text[...]
    while let character = rest.first {
      if character == "\u{1B}", let end = rest.firstIndex(of: "m") {
        colour = String(rest[...end])
        rest = rest[end...].dropFirst()
        continue
      }
      for safe in escapingControls(String(character)) {
        if let code = code(safe, colour) { result.append(code) }
      }
      rest = rest.dropFirst()
    }
    return result
  }

  private mutating func code(_ character: Character, _ colour: String) -> Code? {
    let hasColour = !colour.isEmpty && colour != Escape.noColour
    let text = hasColour ? colour + String(character) + Escape.noColour : String(character)
    if let code = codes[text] { return code }
    switch displayWidth(of: String(character)) {
    case 1: codes[text] = Self.add(text, to: &narrowTexts, Self.narrow)
    case 2: codes[text] = Self.add(text, to: &wideTexts, Self.wide)
    default: break
    }
    return codes[text]
  }

  private static func add(
    _ text: String, to texts: inout [String], _ range: ClosedRange<Code>
  ) -> Code? {
    guard texts.count < range.count else { return nil }
    texts.append(text)
    return range.lowerBound + Code(texts.count - 1)
  }
}
