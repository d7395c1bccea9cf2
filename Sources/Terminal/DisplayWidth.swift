import CTerminal
import Glibc

/// The locale that libedit and `wcwidth` read characters by.
enum CharacterLocale {
  /// Whether characters are UTF-8 now. libedit loses what isn't in its locale's set, so that
  /// `LC_ALL=C` must not reach it; C.UTF-8 is the same for everybody and needs no file.
  static let isUTF8: Bool = {
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8", ""] where setlocale(LC_CTYPE, name) != nil {
      if String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
    }
    return false
  }()
}

/// Whether this system has a locale in which a terminal's lines can be read as UTF-8; without one, no
/// conversation can be held at a terminal.
package var hasUTF8Locale: Bool { CharacterLocale.isUTF8 }

/// The columns that a terminal gives to a character: 0, 1 or 2; nil for one that isn't drawn.
func displayWidth(of scalar: Unicode.Scalar) -> Int? {
  if scalar.value < 0x7F { return scalar.value < 0x20 ? nil : 1 }
  _ = CharacterLocale.isUTF8
  let width = Int(terminal_width(scalar.value))
  return width < 0 ? nil : width
}

/// The columns that a terminal gives to a text. What isn't drawn counts for nothing; escape
/// sequences are not looked for.
package func displayWidth(of text: some StringProtocol) -> Int {
  text.unicodeScalars.reduce(0) { $0 + (displayWidth(of: $1) ?? 0) }
}

/// The longest beginning of a text that fits into so many columns.
package func prefix(of text: String, fitting columns: Int) -> Substring {
  var width = 0
  var end = text.startIndex
  for index in text.indices {
    width += displayWidth(of: text[index...index])
    if width > columns { break }
    end = text.index(after: index)
  }
  return text[..<end]
}
