import Foundation
import Testing

/// Every signal that a person or a system sends, at every moment: the terminal is as it was, whoever
/// waits for the program sees the truth, and where the program lives on, so does the line.
@Suite(.ownThreads)
struct SignalMatrixTests {
  /// Where the conversation stands when the signal comes, and what is half typed there.
  enum Moment: String, CaseIterable, Sendable {
    case username, password, repeated, review, check, signUp

    var isQuestion: Bool { self != .check && self != .signUp }

    var prompt: String {
      switch self {
      case .username, .check: "Username?"
      case .password: "Password?"
      case .repeated: "Password again?"
      case .review, .signUp: "Sign up as octodog? (yes/no)"
      }
    }

    /// What is typed before the signal, and what is still missing after it.
    var halves: (String, String) {
      switch self {
      case .username: ("octo", "dog")
      case .password, .repeated: ("Secret", "12")
      case .review: ("ye", "s")
      case .check, .signUp: ("", "")
      }
    }

    /// The line with what is half typed, as the screen shows it.
    var line: String {
      switch self {
      case .username: prompt + "octo"
      case .password, .repeated: prompt + "••••••"
      case .review: prompt + "ye"
      case .check: "validating ..."
      case .signUp: "Signing up octodog …"
      }
    }

    /// What the screen shows when the other half is entered.
    var next: String {
      switch self {
      case .username: "Password?"
      case .password: "Password again?"
      case .repeated: "Sign up as octodog? (yes/no)"
      case .review, .check, .signUp: "You are signed up as octodog"
      }
    }
  }

  static let signals = [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("QUIT", SIGQUIT)]

  static let endings = Moment.allCases.flatMap { moment in
    signals.filter { $0.0 != "INT" }.map { (moment, $0.0, $0.1) }
  }

  /// A terminal where the conversation stands at the moment, with half an answer typed.
  static func reach(_ moment: Moment, _ scratch: Scratch) throws -> TestTerminal {
    let options =
      switch moment {
      case .check: "--mock-latency 600s --timeout 900s"
      // This policy asks nothing about the name: only the sign-up takes its time.
      case .signUp: "--policy combine --mock-latency 600s --timeout 900s"
      case .username, .password, .repeated, .review: "--mock-latency 0s"
      }
    let terminal = try TestTerminal(
      "exec $BOT --mock-failures 0/1 --seed 1 " + options, scratch: scratch)
    let answers = ["octodog", "Secret12", "Secret12", "yes"]
    let count = Moment.allCases.firstIndex(of: moment).map { moment.isQuestion ? $0 : $0 - 3 }!
    for (question, answer) in zip(Moment.allCases, answers.prefix(moment == .signUp ? 4 : count)) {
      try terminal.waitForLine(question.prompt)
      terminal.enter(answer)
    }
    if moment.isQuestion {
      try terminal.waitForLine(moment.prompt)
      terminal.type(moment.halves.0)
      try terminal.waitForLine(moment.line)
    } else {
      try terminal.waitForText(moment.line)
      #expect(terminal.mode.isRaw)
    }
    return terminal
  }

  /// Finishes the half-typed answer, or cancels what goes on; then ends the program by Ctrl-C.
  static func finish(_ moment: Moment, _ terminal: TestTerminal) throws {
    if moment.isQuestion {
      terminal.enter(moment.halves.1)
      if moment == .review { try terminal.waitForText(moment.next) }
    } else {
      terminal.type("\u{3}")
    }
    if moment == .review {
      #expect(try terminal.waitForChange() == .exited(0))
    } else {
      try leave(moment, terminal)
    }
    #expect(terminal.mode == terminal.before)
  }

  /// Waits for the question that follows, empties its line, and ends the program by Ctrl-C.
  private static func leave(_ moment: Moment, _ terminal: TestTerminal) throws {
    switch moment {
    case .check:
      try terminal.waitForLine("Username? octodog")
      terminal.type("\u{15}")
      try terminal.waitForLine("Username?")
    case .signUp: try terminal.waitForLine("Sign up as octodog? (yes/no)")
    case .username, .password, .repeated, .review: try terminal.waitForLine(moment.next)
    }
    terminal.type("\u{3}")
    #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
  }

  @Test(arguments: endings)
  func `F38 a signal ends the program with the terminal as it was`(
    moment: Moment, name: String, signal: Int32
  ) throws {
    try Scratch.with { scratch in
      let terminal = try Self.reach(moment, scratch)
      try terminal.send(signal)
      #expect(try terminal.waitForChange() == .signalled(by: signal))
      #expect(terminal.mode == terminal.before)
    }
  }

  @Test(arguments: Moment.allCases)
  func `F38 INT clears a line, cancels what goes on, and ends at an empty line`(moment: Moment)
    throws
  {
    try Scratch.with { scratch in
      let terminal = try Self.reach(moment, scratch)
      try terminal.send(SIGINT)
      if moment.isQuestion {
        try terminal.waitForLine(moment.prompt)
        #expect(terminal.mode.isRaw)
        try terminal.send(SIGINT)
        #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
      } else {
        try Self.leave(moment, terminal)
      }
      #expect(terminal.mode == terminal.before)
    }
  }

  @Test(arguments: Moment.allCases)
  func `F41 TSTP stops with the terminal as it was, and CONT brings the line back, twice`(
    moment: Moment
  ) throws {
    try Scratch.with { scratch in
      let terminal = try Self.reach(moment, scratch)
      for _ in 0..<2 {
        try terminal.send(SIGTSTP)
        #expect(try terminal.waitForChange() == .stopped(by: SIGTSTP))
        #expect(terminal.mode == terminal.before)
        terminal.letGoOn()
        if moment.isQuestion {
          try terminal.waitForLine(moment.line)
        } else {
          try terminal.wait(for: "the spinner") {
            try terminal.mode.isRaw && squeezed(terminal.lines().joined()).contains(squeezed(moment.line))
          }
        }
      }
      try Self.finish(moment, terminal)
    }
  }

  @Test(arguments: Moment.allCases)
  func `F43 three changes of size keep the line`(moment: Moment) throws {
    try Scratch.with { scratch in
      let terminal = try Self.reach(moment, scratch)
      for (columns, rows) in [(20, 8), (100, 30), (33, 10)] {
        try terminal.resize(columns: columns, rows: rows)
      }
      if moment.isQuestion {
        try terminal.waitForLine(moment.line)
      } else {
        try terminal.waitForText(moment.line)
      }
      #expect(terminal.mode.isRaw)
      try Self.finish(moment, terminal)
    }
  }
}
