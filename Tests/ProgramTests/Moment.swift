import Glibc
import Testing

/// A point in the conversation at which a signal arrives, and what is half typed there.
enum Moment: String, CaseIterable, Sendable {
  case username, password, repeated, review, check, signUp

  var isQuestion: Bool { self != .check && self != .signUp }

  var prompt: String {
    switch self {
    case .username, .check: "Username?"
    case .password: "Password?"
    case .repeated: "Password again?"
    case .review, .signUp: "Sign up as octodog? (Y/n)"
    }
  }

  /// The answers that have been entered before.
  private var answersBefore: [String] {
    switch self {
    case .username: []
    case .password, .check: ["octodog"]
    case .repeated: ["octodog", "Secret12"]
    case .review: ["octodog", "Secret12", "Secret12"]
    case .signUp: ["octodog", "Secret12", "Secret12", "yes"]
    }
  }

  /// What is typed before the signal, and the rest of the answer.
  var halves: (String, String) {
    switch self {
    case .username: ("octo", "dog")
    case .password, .repeated: ("Secret", "12")
    case .review: ("ye", "s")
    case .check, .signUp: ("", "")
    }
  }

  /// The line with the half-typed answer, as the screen shows it.
  var line: String {
    switch self {
    case .username: prompt + "octo"
    case .password, .repeated: prompt + "••••••"
    case .review: prompt + "ye"
    case .check: "validating ..."
    case .signUp: "Signing up octodog …"
    }
  }

  /// What the screen shows after the rest of the answer is entered.
  var next: String {
    switch self {
    case .username: "Password?"
    case .password: "Password again?"
    case .repeated: "Sign up as octodog? (Y/n)"
    case .review, .check, .signUp: "You are signed up as octodog"
    }
  }
}

extension Moment {
  /// Starts a conversation and brings it to this moment, with half an answer typed.
  ///
  /// - Parameter before: Shell commands to run first.
  func reach(
    _ start: Job.Start = .foreground, before: String = ""
  ) throws -> TestTerminal {
    let options =
      switch self {
      case .check: "--mock-latency 600s --timeout 900s"
      // This policy doesn't look the name up, so only the sign-up takes time.
      case .signUp: "--policy combine --mock-latency 600s --timeout 900s"
      case .username, .password, .repeated, .review: "--mock-latency 0s"
      }
    let terminal = try TestTerminal(
      before + "exec $BOT --mock-failures 0/1 --seed 1 " + options, start: start)
    for (question, answer) in zip(Moment.allCases, answersBefore) {
      try terminal.waitForLine(question.prompt)
      terminal.enter(answer)
    }
    if isQuestion {
      try terminal.waitForLine(prompt)
      terminal.type(halves.0)
    }
    try waitForLine(terminal)
    return terminal
  }

  /// Waits until the half-typed answer, or the spinner, is on the screen and the program reads keys.
  func waitForLine(_ terminal: TestTerminal) throws {
    if isQuestion { return try terminal.waitForLine(line) }
    try terminal.wait(for: "the spinner") {
      try terminal.isRaw && squeezed(terminal.lines().joined()).contains(squeezed(line))
    }
  }

  /// Finishes the half-typed answer, or cancels the work under way, then ends the program with
  /// Ctrl-C unless it has ended.
  func finish(_ terminal: TestTerminal) throws {
    if isQuestion {
      terminal.enter(halves.1)
      if self == .review { try terminal.waitForText(next) }
    } else {
      terminal.type("\u{3}")
    }
    if self == .review {
      #expect(try terminal.waitForChange() == .exited(0))
    } else {
      try leave(terminal)
    }
    #expect(terminal.mode == terminal.before)
  }

  /// Waits for the question that follows, empties its line, and ends the program with Ctrl-C.
  func leave(_ terminal: TestTerminal) throws {
    switch self {
    case .check:
      try terminal.waitForLine("The check was cancelled. Username? octodog")
      terminal.type("\u{15}")
      try terminal.waitForLine("Username?")
    case .signUp: try terminal.waitForLine("Sign up as octodog? (Y/n)")
    case .username, .password, .repeated, .review: try terminal.waitForLine(next)
    }
    terminal.type("\u{3}")
    #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
  }
}
