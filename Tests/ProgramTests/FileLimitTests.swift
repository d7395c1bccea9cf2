import Foundation
import Testing

/// A limit on the size of files, as `ulimit -f` sets it. Beyond the limit, the kernel sends a
/// signal that would end the program.
@Suite(.ownThreads)
struct FileLimitTests {
  private let person = "printf 'octodog\\nxqzv-kjwp-fmgh-ty9\\nxqzv-kjwp-fmgh-ty9\\n'"

  @Test func `F48 output that grows beyond the limit ends with 74 and a message`() throws {
    let run = try Program.shell(
      """
      (ulimit -f 0; \(person) | $BOT --mock-latency 0s --yes > $HOME/out; echo "status ${PIPESTATUS[1]}") \
      2>&1 | cat
      """)
    #expect(run.output.contains("signup-bot: can't write stdout: File too large\n"))
    #expect(run.output.hasSuffix("status 74\n"), "\(run.output)")
  }

  @Test func `F66 a store that grows beyond the limit ends with 78, and no one is signed up`()
    throws
  {
    let run = try Program.shell(
      """
      (ulimit -f 1; \(person) | $BOT --accounts sqlite --sqlite-path $HOME/x.sqlite --yes; \
      echo "status ${PIPESTATUS[1]}") 2>&1 | cat
      """)
    #expect(run.output.contains("status 78\n"), "\(run.output)")
    #expect(!run.output.contains("signed up as"))
  }
}
