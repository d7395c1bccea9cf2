import Foundation
import Testing

/// Every signal that a person or a system sends, at every moment. The terminal is restored, the
/// parent process sees the true status, and if the program continues, the line is kept.
@Suite(.ownThreads)
struct SignalMatrixTests {
  static let endings = Moment.allCases.flatMap { moment in
    StoppedRun.signals.filter { $0.0 != "INT" }.map { (moment, $0.0, $0.1) }
  }

  @Test(arguments: endings)
  func `F38 a signal ends the program and restores the terminal`(
    moment: Moment, name: String, signal: Int32
  ) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      try terminal.send(signal)
      try terminal.expectRestored(after: .signalled(by: signal))
      if moment == .signUp {
        try terminal.waitForText(
          "signup-bot: stopped; it is unknown whether octodog is signed up")
      }
    }
  }

  @Test(arguments: Moment.allCases)
  func `F38 a signal ends the program while Ctrl-S stops the output`(moment: Moment) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      terminal.stopOutput()
      try terminal.send(SIGTERM)
      try terminal.expectRestored(after: .signalled(by: SIGTERM))
    }
  }

  @Test(arguments: Moment.allCases)
  func `F38 INT clears a line, cancels work, and ends the program at an empty line`(moment: Moment)
    throws
  {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      try terminal.send(SIGINT)
      if moment.isQuestion {
        try terminal.waitForLine(moment.prompt)
        #expect(terminal.mode.isRaw)
        try terminal.send(SIGINT)
        #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
      } else {
        try moment.leave(terminal)
      }
      #expect(terminal.mode == terminal.before)
    }
  }

  @Test(arguments: Moment.allCases)
  func `F41 TSTP restores the terminal, and CONT brings the line back, twice`(
    moment: Moment
  ) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      for _ in 0..<2 {
        try terminal.send(SIGTSTP)
        try terminal.expectRestored(after: .stopped(by: SIGTSTP))
        terminal.letGoOn()
        if moment.isQuestion {
          try terminal.waitForLine(moment.line)
        } else {
          try terminal.wait(for: "the spinner") {
            try terminal.mode.isRaw
              && squeezed(terminal.lines().joined()).contains(squeezed(moment.line))
          }
        }
      }
      try moment.finish(terminal)
    }
  }

  @Test(arguments: Moment.allCases)
  func `F43 three changes of size keep the line`(moment: Moment) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      for (columns, rows) in [(20, 8), (100, 30), (33, 10)] {
        try terminal.resize(columns: columns, rows: rows)
      }
      if moment.isQuestion {
        try terminal.waitForLine(moment.line)
      } else {
        try terminal.waitForText(moment.line)
      }
      #expect(terminal.mode.isRaw)
      try moment.finish(terminal)
    }
  }
}
