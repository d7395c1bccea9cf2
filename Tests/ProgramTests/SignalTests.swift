import Foundation
import Testing

/// Ways out that nobody asked for: the terminal is as it was, and the shell sees the signal.
@Suite(.serialized, .ownThreads)
struct SignalTests {
  enum Moment: String, CaseIterable {
    case username, password, repeated, review, check, signUp
  }

  static let signals: [(String, Int32)] = [
    ("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131), ("ALRM", 142), ("ABRT", 134),
    ("SEGV", 139),
  ]

  static let cases: [(Moment, String, Int32)] = Moment.allCases.flatMap { moment in
    // The ones that a person or a system sends are tried at every moment.
    signals.enumerated().filter { index, signal in
      // While something runs, an interrupt cancels that and nothing else.
      if signal.0 == "INT" && (moment == .check || moment == .signUp) { return false }
      return index < 4 || moment == .password
    }.map { (moment, $0.element.0, $0.element.1) }
  }

  @Test(arguments: cases)
  func `F38 F39 a signal leaves the terminal as it was and is seen by the shell`(
    moment: Moment, signal: String, status: Int32
  ) throws {
    try Scratch.with { scratch in
      let latency = moment == .check ? "600s" : "0s"
      let options = "--timeout 600s --mock-latency " + latency
      let terminal = try TmuxTerminal(
        TmuxTerminal.watched(
          "$BOT --mock-failures 0/1 "
            + (moment == .signUp ? "--policy combine --timeout 600s --mock-latency 600s" : options)),
        scratch: scratch)
      try reach(moment, terminal)
      let pid = try scratch.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)
      _ = try Program.shell("kill -\(signal) \(pid)")
      try terminal.waitForEnd()
      #expect(try scratch.text("status") == "\(status)\n")
      #expect(try scratch.text("after") == scratch.text("before"))
    }
  }

  private func reach(_ moment: Moment, _ terminal: TmuxTerminal) throws {
    try terminal.waitForPrompt("Username?")
    if moment == .username { return }
    try terminal.enter("octodog")
    if moment == .check { return try terminal.waitForLine("validating ...") }
    try terminal.waitForPrompt("Password?")
    if moment == .password { return }
    try terminal.enter("Secret12")
    try terminal.waitForPrompt("Password again?")
    if moment == .repeated { return }
    try terminal.enter("Secret12")
    try terminal.waitForPrompt("Sign up as octodog? (yes/no)")
    if moment == .review { return }
    try terminal.enter("yes")
    try terminal.waitForLine("Signing up octodog …")
  }

  @Test func `F41 Ctrl-Z stops with a cooked terminal and comes back with the line, twice`() throws
  {
    try Scratch.with { scratch in
      let terminal = try TmuxTerminal("exec bash --norc --noprofile -i", scratch: scratch)
      try terminal.enter("PS1='shell> '; clear; $BOT --mock-latency 0s")
      try terminal.waitForPrompt("Username?")
      try terminal.type("octo")
      try terminal.waitForLine("Username? octo")
      for _ in 0..<2 {
        try terminal.press("C-z")
        try terminal.wait(for: "the shell's prompt") {
          try terminal.screen().last?.hasPrefix("shell>") == true
        }
        try terminal.enter("stty -a | grep -o -- '.icanon'; fg")
        try terminal.wait(for: "the line as it was") {
          try terminal.isRaw && terminal.screen().last?.hasPrefix("Username? octo ") == true
        }
      }
      #expect(try terminal.history().contains("icanon"))
      #expect(try !terminal.history().contains("-icanon"))
      try terminal.enter("dog")
      try terminal.waitForPrompt("Password?")
      #expect(try terminal.history().contains("Username available"))
    }
  }
}
