import Text

/// Coloured characters as codes for libedit, which can't be given the colours themselves: it doesn't draw
/// a character again if nothing but its colour has changed.
struct Paints {
  private static let narrow: ClosedRange<Code> = 0x10F000...0x10FFFD
  private static let wide: ClosedRange<Code> = 0x2A000...0x2A6D6

  private var codes: [String: Code] = [:]
  private var narrowTexts: [String] = []
  private var wideTexts: [String] = []

  static func owns(_ code: Code) -> Bool { narrow.contains(code) || wide.contains(code) }

  /// What is drawn for a code, colours and all; nil where it isn't one of these.
  func text(of code: Code) -> String? {
    if Self.narrow.contains(code) {
      let place = Int(code - Self.narrow.lowerBound)
      return place < narrowTexts.count ? narrowTexts[place] : nil
    }
    guard Self.wide.contains(code) else { return nil }
    let place = Int(code - Self.wide.lowerBound)
    return place < wideTexts.count ? wideTexts[place] : nil
  }

  /// A code for each character with its colour.
  /// - Parameter text: may have SGR sequences (`ESC [ … m`); its other controls are escaped.
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
