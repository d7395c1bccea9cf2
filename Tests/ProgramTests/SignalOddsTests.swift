import Foundation
import Testing

/// Rarer events for a program at a terminal.
@Suite(.ownThreads)
struct SignalOddsTests {
  static let quick = "exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1"

  static let crashes: [(Moment, String, Int32)] = Moment.allCases.flatMap { moment in
    [("ALRM", SIGALRM), ("ABRT", SIGABRT), ("SEGV", SIGSEGV)].map { (moment, $0.0, $0.1) }
  }

  @Test(arguments: crashes)
  func `F39 after a crash, the terminal is restored`(moment: Moment, name: String, signal: Int32)
    throws
  {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      try terminal.send(signal)
      try terminal.expectRestored(after: .signalled(by: signal))
      #expect(!terminal.bytes.contains("Crash"))
    }
  }

  @Test(arguments: Moment.allCases)
  func `F39 PIPE has no effect`(moment: Moment) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      try terminal.send(SIGPIPE)
      try moment.finish(terminal)
    }
  }

  @Test(arguments: Moment.allCases)
  func `F41 Ctrl-Z works like TSTP`(moment: Moment) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      terminal.type("\u{1A}")
      try terminal.expectRestored(after: .stopped(by: SIGTSTP))
      terminal.letGoOn()
      if moment.isQuestion {
        try terminal.waitForLine(moment.line)
      } else {
        try terminal.wait(for: "raw") { terminal.mode.isRaw }
      }
      try moment.finish(terminal)
    }
  }

  @Test func `F41 a visible secret is hidden while the program is stopped`() throws {
    try Scratch.with { scratch in
      let terminal = try Moment.password.reach(scratch)
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
  }

  @Test(arguments: Moment.allCases)
  func `F42 without a shell to continue the program, TSTP is not taken for end of input`(
    moment: Moment
  ) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch, .alone)
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
  }

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
    try Scratch.with { scratch in
      let terminal = try moment.reach(
        scratch, kind == .toldByTheKernel ? .alone : .foreground,
        before: kind == .ignored ? "trap '' HUP;" : "")
      terminal.hangUp()
      let end = try terminal.waitForChange()
      if kind == .toldByTheKernel {
        #expect(end == .signalled(by: SIGHUP))
      } else {
        #expect(end == .exited(2) || end == .exited(74))
      }
    }
  }

  @Test func `F47 started in the background, the program stops and leaves the terminal alone`()
    throws
  {
    try Scratch.with { scratch in
      let terminal = try TestTerminal(Self.quick, start: .background, scratch: scratch)
      try terminal.expectRestored(after: .stopped(by: SIGTTIN))
      #expect(terminal.bytes.isEmpty)
      terminal.letGoOn()
      try terminal.waitForLine("Username?")
      terminal.type("\u{3}")
      try terminal.expectRestored(after: .signalled(by: SIGINT))
    }
  }

  @Test(arguments: Moment.allCases)
  func `F47 stopped and sent to the background, the program leaves the terminal alone`(
    moment: Moment
  ) throws {
    try Scratch.with { scratch in
      let terminal = try moment.reach(scratch)
      try terminal.send(SIGTSTP)
      #expect(try terminal.waitForChange() == .stopped(by: SIGTSTP))
      terminal.letGoOn(inForeground: false)
      try terminal.expectRestored(after: .stopped(by: SIGTTIN))
      terminal.letGoOn()
      if moment.isQuestion { try terminal.waitForLine(moment.line) }
      try terminal.wait(for: "raw") { terminal.mode.isRaw }
      try moment.finish(terminal)
    }
  }

  @Test func `F47 ended in the background, the program leaves the terminal alone`() throws {
    try Scratch.with { scratch in
      let terminal = try Moment.password.reach(scratch)
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
  }

  @Test func `F50 another process in the group is not signalled`() throws {
    try Scratch.with { scratch in
      let sibling = """
        for my $name (qw(INT TERM HUP QUIT TSTP TTIN TTOU WINCH)) {
          $SIG{$name} = sub { open my $file, '>>', "$ENV{HOME}/told"; print $file "$name\\n" };
        }
        open my $file, '>', "$ENV{HOME}/ready"; print $file getpgrp; close $file;
        select undef, undef, undef, 0.1 while 1;
        """
      let terminal = try TestTerminal(
        "perl -e \(Program.quoted(sibling)) & while [ ! -s $HOME/ready ]; do :; done; "
          + Self.quick,
        scratch: scratch)
      try terminal.waitForLine("Username?")
      #expect(try scratch.text("ready") == String(terminal.pid!))
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
      #expect(try scratch.text("told") == "")
    }
  }
}
