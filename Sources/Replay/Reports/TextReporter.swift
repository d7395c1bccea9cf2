import Text

/// Reports a run to people: the bad files and a summary.
struct TextReporter: Reporter {
  private let ink: Ink

  init(colour: Bool) {
    ink = Ink(hasColour: colour)
  }

  mutating func add(_ finding: ReplayResult) -> String {
    if finding.verdict.isGood { return "" }
    let end = finding.verdict.difference == nil ? "\n" : "\n\n"
    return finding.lines(ink).joined(separator: "\n") + end
  }

  mutating func end(_ summary: Summary) -> String {
    summary.sentence(ink) + "\n"
  }
}

extension Summary {
  /// Returns a sentence such as `173 agree, 2 differ, 1 broken in 0.021 s (8,381 transcripts/s)`.
  func sentence(_ ink: Ink) -> String {
    var parts = [
      agree.grouped + (agree == 1 ? " agrees" : " agree"),
      ink(differ == 0 ? nil : .got, differ.grouped + (differ == 1 ? " differs" : " differ")),
      ink(broken == 0 ? nil : .got, broken.grouped + " broken"),
    ]
    if failedAsExpected > 0 { parts.append(failedAsExpected.grouped + " failed as expected") }
    if passedUnexpectedly > 0 {
      parts.append(ink(.got, passedUnexpectedly.grouped + " passed unexpectedly"))
    }
    if leak > 0 {
      parts.append(ink(.got, leak == 1 ? "1 leaks a secret" : leak.grouped + " leak secrets"))
    }
    // `joined` is avoided: its first call makes the runtime search the whole program for the
    // conformances that it needs.
    let counts = parts.dropFirst().reduce(parts[0]) { $0 + ", " + $1 }
    return counts + " in \(duration.inSeconds) s" + rate
  }

  /// The rate; empty if there are no transcripts or no time has passed.
  private var rate: String {
    let microseconds = duration.microseconds
    guard microseconds > 0, transcripts > 0 else { return "" }
    let perSecond = (Double(transcripts) * 1_000_000 / Double(microseconds)).rounded()
    return " (\(Int(perSecond).of("transcript"))/s)"
  }
}
