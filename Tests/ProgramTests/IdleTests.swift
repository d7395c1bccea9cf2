import Foundation
import Testing

/// A program at which nobody types does nothing. How little that is, `Tests/Benchmarks/idle.py` measures.
@Suite(.ownThreads)
struct IdleTests {
  /// One for the conversation and one for the terminal. Swift's own threads would bring a timer that wakes
  /// each second.
  @Test(arguments: Moment.allCases)
  func `there are two threads`(moment: Moment) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      try terminal.wait(for: "two threads") {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(terminal.pid!)/task").count
          == 2
      }
    }
  }
}
