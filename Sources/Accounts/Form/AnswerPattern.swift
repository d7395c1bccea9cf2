import CPattern

/// A regular expression that a whole answer must match, in PCRE2's syntax.
final class AnswerPattern: @unchecked Sendable {
  // A compiled pattern never changes, so every thread may use it.
  private let compiled: OpaquePointer

  /// Why a pattern can't be used, in words for the author of a policy file.
  struct Failure: Error, Equatable {
    let why: String
  }

  /// Compiles a pattern, within limits on its size and depth. The first one loads the library.
  init(_ pattern: String) throws(Failure) {
    if let why = Self.missing {
      throw Failure(
        why: "needs PCRE2, which can't be loaded: \(why) (on Debian, install the package "
          + "libpcre2-8-0)")
    }
    var error: Int32 = 0
    var offset = 0
    var pattern = pattern
    let compiled = pattern.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpattern_compile($0.baseAddress, $0.count, &error, &offset)
      }
    }
    guard let compiled else {
      throw Failure(why: "is not a valid pattern: \(Self.words(for: error)), at byte \(offset)")
    }
    self.compiled = compiled
  }

  deinit { cpattern_free(compiled) }

  /// Returns why an answer doesn't match; `nil` if it does. The work is limited, whatever the pattern
  /// and the answer are.
  func refusal(_ answer: String) -> VerdictReason? {
    var answer = answer
    let result = answer.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpattern_match(compiled, $0.baseAddress, $0.count)
      }
    }
    return switch result {
    case CPATTERN_MATCHES: nil
    case CPATTERN_DIFFERS: .patternDiffers
    default: .patternTookTooLong
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
