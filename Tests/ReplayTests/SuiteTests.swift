import Chat
import Glibc
import Runtime
import Secrets
import Synchronization
import TestSupport
import Testing
import Transcripts

@testable import Replay

/// Many files that are replayed concurrently.
struct SuiteTests {
  struct Stop: Error {}

  private static func suite(
    jobs: Int, _ replayer: Replayer = Replayer(), _ text: @escaping @Sendable (String) -> String?
  ) -> Suite {
    Suite(replayer, jobs: jobs) { path in
      guard let text = text(path) else {
        return .failure(StreamFailure(direction: .open, name: path, errno: ENOENT))
      }
      return .success(Array(text.utf8))
    }
  }

  private static func findings(_ suite: Suite, _ files: [String]) throws -> [ReplayResult] {
    let findings = Mutex<[ReplayResult]>([])
    try suite.run(files, clock: ContinuousClock()) { result in
      findings.withLock { $0.append(result) }
      return true
    }
    return findings.withLock { $0 }
  }

  @Test(arguments: [1, 2, 8, 64, 1000])
  func `files are reported in order, each with its own verdict, whatever the number of jobs`(
    jobs: Int
  ) throws {
    let files = (0..<120).map { String($0) }
    let suite = Self.suite(jobs: jobs) { path in
      let number = Int(path)!
      // The first files take longest.
      if number < 4 { return String(repeating: Sample.text, count: 20) }
      return number % 7 == 0 ? nil : number % 3 == 0 ? Sample.wrong : Sample.text
    }
    let findings = try Self.findings(suite, files)
    #expect(findings.map(\.path) == files)
    for (number, finding) in findings.enumerated() {
      let isGood = number < 4 || number % 7 != 0 && number % 3 != 0
      #expect(finding.verdict.isGood == isGood, "\(number)")
      #expect(finding.transcripts == (number < 4 ? 20 : number % 7 == 0 ? 0 : 1))
    }
  }

  @Test(arguments: [1, 8]) func `a run that is stopped reports and begins no further files`(
    jobs: Int
  ) throws {
    let begun = Mutex(0)
    let isOver = Gate()
    let suite = Self.suite(jobs: jobs) { path in
      begun.withLock { $0 += 1 }
      // The other jobs can't finish before the fourth file is reported, however fast they are.
      if Int(path)! >= 50 { isOver.wait() }
      return path == "3" ? Sample.wrong : Sample.text
    }
    let told = Mutex<[String]>([])
    try suite.run((0..<500).map { String($0) }, clock: ContinuousClock()) { result in
      told.withLock { $0.append(result.path) }
      if !result.verdict.isGood { isOver.open() }
      return result.verdict.isGood
    }
    #expect(told.withLock { $0 } == ["0", "1", "2", "3"])
    #expect(begun.withLock { $0 } < 500)
    if jobs == 1 { #expect(begun.withLock { $0 } == 4) }
  }

  @Test func `an error while reporting ends the run and is thrown`() {
    let told = Mutex(0)
    #expect(throws: Stop.self) {
      try Self.suite(jobs: 8) { _ in Sample.text }
        .run((0..<50).map { String($0) }, clock: ContinuousClock()) { _ in
          let count = told.withLock { count in
            count += 1
            return count
          }
          if count == 3 { throw Stop() }
          return true
        }
    }
    #expect(told.withLock { $0 } == 3)
  }

  @Test func `an empty list of files is not an error`() throws {
    #expect(try Self.findings(Self.suite(jobs: 4) { _ in nil }, []).isEmpty)
  }

  @Test func `a file that can't be read is reported with the reason`() throws {
    let finding = try #require(
      try Self.findings(Self.suite(jobs: 1) { _ in nil }, ["gone.chat"]).first)
    #expect(
      finding.verdict
        == .unreadable(StreamFailure(direction: .open, name: "gone.chat", errno: ENOENT)))
    #expect(finding.transcripts == 0)
  }

  /// The error in the second transcript quotes a setting that is the first transcript's secret.
  @Test func `a secret in an error's reason is not shown in any report`() throws {
    var access = Replayer.Access { _ in nil }
    access.outside = { _ in Secret("hunter2-secret") }
    let first = Sample.replacing("password strong", "password env:PW")
    let late = Sample.replacing("you> yes\n", "@ hunter2-secret on\nyou> yes\n")
    let suite = Self.suite(jobs: 1, Replayer(in: access)) { _ in first + late }
    access.outside = { _ in Secret("another-secret") }
    guard case .broken = Replayer(in: access).replay(Array((first + late).utf8)).verdict else {
      Issue.record("the test would prove nothing")
      return
    }
    let findings = try Self.findings(suite, ["a.chat"])
    #expect(findings.map(\.verdict) == [.leaks(line: Sample.lines + 21)])
    for format in ReportFormat.allCases {
      #expect(!MixedRun.report(format, findings).contains("hunter2-secret"))
    }
  }

  @Test func `a secret in the wanted or the actual text is not shown in any report`() throws {
    var access = Replayer.Access { _ in nil }
    access.outside = { _ in Secret("octodog: https") }
    let text = Sample.replacing("password strong", "password env:PW")
    let wanted = text.components(separatedBy: "All goes well").joined(separator: "x octodog: https")
    let got = text.components(separatedBy: "https://example.com/octodog").joined(separator: "")
    for text in [wanted, got] {
      let suite = Self.suite(jobs: 1, Replayer(in: access)) { _ in text }
      let findings = try Self.findings(suite, ["a.chat"])
      #expect(findings.map { $0.verdict.name } == ["leaks"])
      for format in ReportFormat.allCases {
        #expect(!MixedRun.report(format, findings).contains("octodog: https"))
      }
    }
  }
}
