import Accounts

/// Random keys that are reproducible from their seed.
struct KeyFuzz: RandomNumberGenerator {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func next() -> UInt64 { random.next() }

  /// Ends anything that is incomplete, such as a sequence, a string or a paste, and then the line.
  static let lineEnd = Array("\u{1B}\\\u{1B}[201~\r".utf8)

  /// - Parameters:
  ///   - letters: the characters that are typed most of the time.
  ///   - showsSecrets: whether the keys may include Ctrl-R.
  mutating func keys(_ letters: [String], showsSecrets: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0..<40, using: &self) { bytes += key(letters) }
    return showsSecrets ? bytes : bytes.filter { $0 != 0x12 }
  }

  private static let sequences = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OH", "\u{1B}OF", "\u{1B}[3~",
    "\u{1B}[1;5C", "\u{1B}[1;5D", "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{1B}u", "\u{1B}\u{7F}",
    "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{1B}P1$r\u{1B}\\",
    "\u{1B}[[A", "\u{1B}[<0;1;1M", "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}[20",
  ]

  private mutating func key(_ letters: [String]) -> [UInt8] {
    switch Int.random(in: 0..<10, using: &self) {
    case 0...4: return Array(letters.randomElement(using: &self)!.utf8)
    case 5: return Array(Self.sequences.randomElement(using: &self)!.utf8)
    case 6: return [UInt8.random(in: 0x80...0xFF, using: &self)]
    case 7:
      // An incomplete character.
      let whole = Array("é漢👩‍👩‍👧".utf8)
      return Array(whole.prefix(Int.random(in: 1..<whole.count, using: &self)))
    case 8: return Array("e\u{301}\u{200D}\u{202E}\u{9B}\u{AD}".utf8)
    default:
      let control = UInt8.random(in: 0..<0x20, using: &self)
      // These would end most lines at their beginning.
      return [0x04, 0x0A, 0x0D].contains(control) && Bool.random(using: &self) ? [0x7F] : [control]
    }
  }
}

/// Returns the first output that must never be sent to a screen; `nil` if there is none.
func forbidden(in drawing: String) -> String? {
  var rest = drawing.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    switch scalar.value {
    case 0x07, 0x08, 0x0A, 0x0D: continue
    case 0x1B:
      guard let kind = rest.popFirst() else { return "a cut sequence" }
      if kind == "7" || kind == "8" { continue }
      guard kind == "[" else { return "ESC \(kind)" }
      let parameters = String(String.UnicodeScalarView(rest.prefix { !("@"..."~").contains($0) }))
      rest = rest.dropFirst(parameters.unicodeScalars.count)
      guard let final = rest.popFirst() else { return "a cut sequence" }
      if final == "m", !["", "0"].contains(parameters) { return "a colour" }
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0xF0000...:
      return "U+" + String(scalar.value, radix: 16)
    default: continue
    }
  }
  return nil
}
