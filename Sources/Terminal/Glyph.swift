import Secrets
import Text

/// A grapheme cluster as it is drawn, so that every terminal gives it the same columns.
///
/// Terminals disagree on joined emoji, flags and variation selectors, but agree on a character with
/// its marks. Of any other cluster, only the first part is drawn. Invisible characters and those
/// that control the terminal are drawn as U+FFFD.
struct Glyph {
  /// 1 or 2.
  private(set) var columns = 1

  private var isReplaced = false
  private var needsBase = false

  static let replacement = "\u{FFFD}"

  /// The dotted circle on which marks without a base are drawn.
  private static let base = "\u{25CC}"

  init(drawing text: UTF8Text) {
    var scalars = text.makeIterator()
    guard let first = scalars.next() else { return }
    if let alone = Self.columns(alone: first) {
      columns = alone
    } else {
      needsBase = Self.isMark(first)
      isReplaced = !needsBase
    }
    guard !isReplaced else { return }
    for scalar in scalars where Self.takesColumn(scalar) && columns < 2 { columns += 1 }
  }

  /// Draws the cluster.
  ///
  /// - Parameter scalars: The scalars from which this was made.
  func draw(_ scalars: UTF8Text, into screen: SecretBuffer) {
    if isReplaced { return screen.append(Self.replacement) }
    if needsBase { screen.append(Self.base) }
    var rest = columns
    for (index, scalar) in scalars.enumerated() {
      let width = displayWidth(of: scalar) ?? 0
      let isKept = index == 0 || Self.isMark(scalar) || Self.takesColumn(scalar)
      guard isKept, width <= rest else { continue }
      rest -= width
      scalar.withWipedUTF8 { screen.append($0) }
    }
  }

  /// Returns the columns of a scalar on its own, or `nil` if it must not be drawn as it is.
  static func columns(alone scalar: Unicode.Scalar) -> Int? {
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    // One half of a flag.
    if (0x1F1E6...0x1F1FF).contains(scalar.value) { return nil }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .enclosingMark:
      return nil
    default:
      return displayWidth(of: scalar).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// Whether a scalar is a mark without a column of its own: an accent, or a later part of a Hangul
  /// syllable.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isVariationSelector { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return displayWidth(of: scalar) == 0
    default:
      return (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
  }

  /// Whether a scalar is drawn in a column of its own next to the first part: a mark or a letter.
  private static func takesColumn(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.properties.generalCategory == .spacingMark || isLetter(scalar) || isVowelSign(scalar))
      && displayWidth(of: scalar) == 1
  }

  /// Whether a scalar is a letter with columns of its own, which must stay visible in any cluster,
  /// such as the second consonant of a Hindi conjunct. The later parts of a Hangul syllable have
  /// none.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      !isVowelSign(scalar) && displayWidth(of: scalar).map { $0 > 0 } ?? false
    default: false
    }
  }

  /// Whether a scalar is the Thai or Lao vowel sign AM: a letter by its category, but a mark by its
  /// behaviour (Unicode 16, UAX #29, SpacingMark).
  private static func isVowelSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{E33}" || scalar == "\u{EB3}"
  }
}
