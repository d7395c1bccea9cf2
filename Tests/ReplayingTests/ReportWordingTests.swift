import Testing

@testable import Replaying

struct ReportWordingTests {
  @Test func `dump`() {
    for format in ReportFormat.allCases { print("=== \(format)\n" + MixedRun.report(format, seed: 42)) }
    print(MixedRun.report(.text, colour: true))
  }
}
