import CText
import Glibc

/// Whether this system has a locale in which a terminal's lines can be read as UTF-8. Without one, there can
/// be no conversation at a terminal. The first use sets the locale by which libedit and `wcwidth` read
/// characters.
///
/// libedit loses characters that its locale lacks, so `LC_ALL=C` must not reach it; C.UTF-8 is the same on
/// every machine and needs no file.
package let hasUTF8Locale: Bool = {
  for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8", ""] where setlocale(LC_CTYPE, name) != nil {
    if String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
  }
  return false
}()

/// The number of columns that a terminal gives to a character: 0, 1 or 2, or `nil` if it is not drawn.
package func displayWidth(of scalar: Unicode.Scalar) -> Int? {
  if scalar.value < 0x7F { return scalar.value < 0x20 ? nil : 1 }
  _ = hasUTF8Locale
  let width = Int(text_width(scalar.value))
  return width < 0 ? nil : width
}

/// The number of columns that a terminal gives to a text. Characters that are not drawn count as zero; escape
/// sequences are not recognized.
package func displayWidth(of text: some StringProtocol) -> Int {
  text.unicodeScalars.reduce(0) { $0 + (displayWidth(of: $1) ?? 0) }
}

/// The longest prefix of a text that fits into a number of columns.
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

/// A text that fits into a number of columns, with an ellipsis if its end was cut off.
package func truncated(_ text: String, columns: Int) -> String {
  guard displayWidth(of: text) > columns else { return text }
  return columns > 0 ? prefix(of: text, fitting: columns - 1) + "…" : ""
}
