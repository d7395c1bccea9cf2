import Foundation
import Testing

/// Every signal that a person or a system sends, at every moment. The terminal is restored, the
/// parent process sees the true status, and if the program continues, the line is kept.
@Suite(.ownThreads)
struct SignalTests {
  private static let signals = StoppedRun.signals.filter { $0.0 != "INT" }
  private static let crashes = [("ALRM", SIGALRM), ("ABRT", SIGABRT), ("SEGV", SIGSEGV)]

  @Test(arguments: Moment.allCases, signals + crashes)
  func `F38 F39 a signal ends the program and restores the terminal`(
    moment: Moment, signal: (name: String, number: Int32)
  ) throws {
    let terminal = try moment.reach()
    try terminal.send(signal.number)
    try terminal.expectRestored(after: .signalled(by: signal.number))
    #expect(!terminal.bytes.contains("Crash"))
    if moment == .signUp, Self.signals.contains(where: { $0.1 == signal.number }) {
      try terminal.waitForText("signup-bot: stopped; it is unknown whether octodog is signed up")
    }
  }

  @Test(arguments: Moment.allCases)
  func `F39 PIPE has no effect`(moment: Moment) throws {
    let terminal = try moment.reach()
    try terminal.send(SIGPIPE)
    try moment.finish(terminal)
  }

  @Test(arguments: Moment.allCases)
  func `F38 a signal ends the program while Ctrl-S stops the output`(moment: Moment) throws {
    let terminal = try moment.reach()
    terminal.stopOutput()
    try terminal.send(SIGTERM)
    try terminal.expectRestored(after: .signalled(by: SIGTERM))
  }

  @Test(arguments: Moment.allCases)
  func `F38 INT clears a line, cancels work, and ends the program at an empty line`(moment: Moment)
    throws
  {
    let terminal = try moment.reach()
    try terminal.send(SIGINT)
    if moment.isQuestion {
      try terminal.waitForLine(moment.prompt)
      #expect(terminal.isRaw)
      try terminal.send(SIGINT)
      #expect(try terminal.waitForChange() == .signalled(by: SIGINT))
    } else {
      try moment.leave(terminal)
    }
    #expect(terminal.mode == terminal.before)
  }

  @Test(arguments: Moment.allCases)
  func `F41 TSTP and Ctrl-Z restore the terminal, and CONT brings the line back, again and again`(
    moment: Moment
  ) throws {
    let terminal = try moment.reach()
    for isKey in [false, false, true] {
      if isKey { terminal.type("\u{1A}") } else { try terminal.send(SIGTSTP) }
      try terminal.expectRestored(after: .stopped(by: SIGTSTP))
      terminal.letGoOn()
      try moment.waitForLine(terminal)
    }
    try moment.finish(terminal)
  }

  @Test(arguments: Moment.allCases)
  func `F43 three changes of size keep the line`(moment: Moment) throws {
    let terminal = try moment.reach()
    for (columns, rows) in [(20, 8), (100, 30), (33, 10)] {
      try terminal.resize(columns: columns, rows: rows)
    }
    try moment.waitForLine(terminal)
    try moment.finish(terminal)
  }

  @Test func `F41 a visible secret is hidden while the program is stopped`() throws {
    let terminal = try Moment.password.reach()
    terminal.type("\u{12}")
    try terminal.waitForLine("Password? Secret")
    try terminal.send(SIGTSTP)
    #expect(try terminal.waitForChange() == .stopped(by: SIGTSTP))
    try terminal.waitForText("Password? ••••••")
    #expect(try !terminal.story().contains("Secret"))
    terminal.letGoOn()
    try terminal.waitForLine("Password? ••••••")
    try Moment.password.finish(terminal)
  }

  @Test(arguments: Moment.allCases)
  func `F42 without a shell to continue the program, TSTP is not taken for end of input`(
    moment: Moment
  ) throws {
    let terminal = try moment.reach(.alone)
    try terminal.send(SIGTSTP)
    terminal.type("\u{1A}")
    // The signal is handled together with the next key.
    if moment.isQuestion {
      // The review accepts only what can still become an answer.
      let key = moment == .review ? "s" : "x"
      terminal.type(key)
      try terminal.waitForLine(moment.line + (moment.line.hasSuffix("•") ? "•" : key))
      terminal.type("\u{7F}")
      try terminal.waitForLine(moment.line)
    }
    try moment.finish(terminal)
  }

  private static let bot = "exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1"

  enum HangUp: String, CaseIterable {
    /// The kernel sends SIGHUP to the program, which leads its session.
    case toldByTheKernel
    /// The shell doesn't signal its jobs: only reading and writing fail.
    case toldByNobody
    /// SIGHUP is ignored, as with nohup.
    case ignored
  }

  @Test(arguments: Moment.allCases, HangUp.allCases)
  func `F44 a terminal that goes away ends the program`(moment: Moment, kind: HangUp) throws {
    let terminal = try moment.reach(
      kind == .toldByTheKernel ? .alone : .foreground,
      before: kind == .ignored ? "trap '' HUP;" : "")
    terminal.hangUp()
    let end = try terminal.waitForChange()
    if kind == .toldByTheKernel {
      #expect(end == .signalled(by: SIGHUP))
    } else {
      #expect(end == .exited(2) || end == .exited(74))
    }
  }

  @Test func `F47 started in the background, the program stops and leaves the terminal alone`()
    throws
  {
    let terminal = try TestTerminal(Self.bot, start: .background)
    try terminal.expectRestored(after: .stopped(by: SIGTTIN))
    #expect(terminal.bytes.isEmpty)
    terminal.letGoOn()
    try terminal.waitForLine("Username?")
    terminal.type("\u{3}")
    try terminal.expectRestored(after: .signalled(by: SIGINT))
  }

  @Test(arguments: Moment.allCases)
  func `F47 stopped and sent to the background, the program leaves the terminal alone`(
    moment: Moment
  ) throws {
    let terminal = try moment.reach()
    try terminal.send(SIGTSTP)
    #expect(try terminal.waitForChange() == .stopped(by: SIGTSTP))
    terminal.letGoOn(inForeground: false)
    try terminal.expectRestored(after: .stopped(by: SIGTTIN))
    terminal.letGoOn()
    try moment.waitForLine(terminal)
    try moment.finish(terminal)
  }

  @Test func `F47 ended in the background, the program leaves the terminal alone`() throws {
    let terminal = try Moment.password.reach()
    try terminal.send(SIGTSTP)
    try terminal.waitForChange()
    // What the stop wrote may arrive after the news of it.
    try terminal.wait(for: "the end of pastes") {
      terminal.bytes.hasSuffix("\u{1B}[?2004l")
    }
    let count = terminal.bytes.count
    try terminal.send(SIGTERM)
    terminal.letGoOn(inForeground: false)
    try terminal.expectRestored(after: .signalled(by: SIGTERM))
    #expect(terminal.bytes.count == count)
  }

  @Test func `F50 another process in the group is not signalled`() throws {
    let sibling = """
      for my $name (qw(INT TERM HUP QUIT TSTP TTIN TTOU WINCH)) {
        $SIG{$name} = sub { open my $file, '>>', "$ENV{HOME}/told"; print $file "$name\\n" };
      }
      open my $file, '>', "$ENV{HOME}/ready"; print $file getpgrp; close $file;
      select undef, undef, undef, 0.1 while 1;
      """
    let terminal = try TestTerminal(
      "perl -e \(Program.quoted(sibling)) & while [ ! -s $HOME/ready ]; do :; done; "
        + Self.bot)
    try terminal.waitForLine("Username?")
    #expect(try terminal.scratch.text("ready") == String(terminal.pid!))
    terminal.type("octo")
    try terminal.waitForLine("Username? octo")
    try terminal.send(SIGWINCH)
    try terminal.send(SIGINT)
    try terminal.waitForLine("Username?")
    try terminal.send(SIGTSTP)
    #expect(try terminal.waitForChange() == .stopped(by: SIGTSTP))
    try terminal.send(SIGTERM)
    terminal.letGoOn()
    #expect(try terminal.waitForChange() == .signalled(by: SIGTERM))
    #expect(try terminal.scratch.text("told") == "")
  }
}
