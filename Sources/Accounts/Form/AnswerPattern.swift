import CPattern

/// A regular expression that a whole answer must match, in PCRE2's syntax.
final class AnswerPattern: @unchecked Sendable {
  // A compiled pattern never changes, so every thread may use it.
  private let compiled: OpaquePointer

  /// Why a pattern can't be used.
  enum Failure: Error, Equatable {
    /// The library is missing or too old.
    case noLibrary(why: String)
    /// - offset: The place of the error in the pattern, in bytes.
    case invalid(why: String, offset: Int)
  }

  /// Compiles a pattern, within limits on its size and depth. The first one loads the library.
  init(_ pattern: String) throws(Failure) {
    if let why = Self.missing { throw .noLibrary(why: why) }
    var error: Int32 = 0
    var offset = 0
    var pattern = pattern
    let compiled = pattern.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpattern_compile($0.baseAddress, $0.count, &error, &offset)
      }
    }
    guard let compiled else { throw .invalid(why: Self.words(for: error), offset: offset) }
    self.compiled = compiled
  }

  deinit { cpattern_free(compiled) }

  enum Result {
    case matches, differs
    /// It took more work than a match may take.
    case givenUp
  }

  /// Compares an answer. The work is limited, whatever the pattern and the answer are.
  func match(_ answer: String) -> Result {
    var answer = answer
    let result = answer.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpattern_match(compiled, $0.baseAddress, $0.count)
      }
    }
    return switch result {
    case CPATTERN_MATCHES: .matches
    case CPATTERN_DIFFERS: .differs
    default: .givenUp
    }
  }

  /// Why the library can't be used; `nil` if it can.
  private static let missing = cpattern_load().map { String(cString: $0) }

  private static func words(for error: Int32) -> String {
    var words = [CChar](repeating: 0, count: 256)
    cpattern_message(error, &words, words.count)
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Returns why an answer is refused by a pattern; `nil` if the pattern matches.
func patternRefusal(_ answer: String, by pattern: String) -> Judgement.Ground? {
  // A policy file with a pattern that can't be used is refused.
  guard let pattern = try? AnswerPattern(pattern) else {
    return Judgement.Ground(.reason(.patternTookTooLong))
  }
  return switch pattern.match(answer) {
  case .matches: nil
  case .differs: Judgement.Ground(.reason(.patternDiffers))
  case .givenUp: Judgement.Ground(.reason(.patternTookTooLong))
  }
}
