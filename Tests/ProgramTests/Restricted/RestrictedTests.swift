import Foundation
import Testing

/// What a stranger may try who reaches the program as a login shell or with `--restricted`. Each
/// test is an attempt to start a program, to read or write a file, or to change the operator's
/// service.
@Suite(.ownThreads)
struct RestrictedTests {
  let scratch = Scratch()
  var canary: Canary { Canary(scratch) }

  // MARK: - Commands and arguments

  static let commands = [
    "-c 'touch $CANARY'", "-c --help", "-c 'replay transcripts'", "-c ''", "-c",
    "-c /usr/lib/openssh/sftp-server", "-c 'scp -t /tmp'", "-c --record $CANARY",
  ]

  @Test(arguments: commands, Door.allCases)
  func `a shell command is refused, and none of its words is read as an option`(
    words: String, door: Door
  ) throws {
    let run = try door.run(words, environment: ["CANARY": canary.path])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("runs no commands (-c)"))
    #expect(!canary.isThere)
  }

  static let arguments = [
    "--record $CANARY", "--accounts sqlite --sqlite-path $CANARY", "--help", "--version", "replay",
    "/etc/passwd", "--",
  ]

  @Test(arguments: arguments)
  func `a login shell takes no arguments`(words: String) throws {
    let run = try Door.loginShell.run(words, environment: ["CANARY": canary.path])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors == "signup-bot: a login shell takes no arguments here\n")
    #expect(!canary.isThere)
  }

  static let subcommands = [
    "replay --list", "replay --coverage --list",
    "policy strict", "whoami", "sign-out", "help policy", "talk", "accounts list",
  ]

  @Test(arguments: subcommands)
  func `subcommands are refused`(words: String) throws {
    for line in ["--restricted \(words)", "\(words) --restricted"] {
      let run = try Door.ordinary.run(line)
      #expect(run.status == 64 && run.output.isEmpty)
      // An option that the conversation doesn't have is refused first.
      let hasOption = words.contains("--")
      #expect(hasOption || run.errors.contains("in the restricted mode, subcommands"))
    }
    let run = try Door.ordinary.run(words, environment: ["SIGNUP_BOT_RESTRICTED": "true"])
    #expect(run.status == 64 && run.output.isEmpty)
  }

  @Test(arguments: Door.allCases.filter { $0 != .loginShell })
  func `an error quotes what was typed without controls, and cut`(door: Door) throws {
    let long = String(repeating: "x", count: 1000)
    for words in [
      "$'--\\e]0;\\a\(long)'", "$'\\e]0;\\a\(long)' $'\\e]0;\\a\(long)'",
      "$'--\\e]0;\\a\(long)'=\(long)",
    ] {
      let run = try door.run(words)
      #expect(run.status == 64 && run.output.isEmpty)
      #expect(run.errors.contains(#"\u{1B}]0;\u{7}xxxx"#), "\(run.errors)")
      #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{7}"))
      #expect(run.errors.contains("x…") && !run.errors.contains(long.prefix(101)))
    }
  }

  @Test func `no file is read in place of the input`() throws {
    let file = try scratch.file("planted", "planted-name\n")
    #expect(try Door.ordinary.run(file).output.contains("planted-name"))
    let run = try Door.option.run(file)
    #expect(run.status == 64)
    #expect(!run.output.contains("planted-name"))
    #expect(run.errors.contains("subcommands and files can't be used"))
  }

  // MARK: - Other programs

  @Test func `the opener starts no program, whatever the desktop and the search path`() throws {
    let folder = try canary.programs("xdg-open", "browser")
    let environment = [
      "DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "BROWSER": folder + "/browser",
      "PATH": folder + ":/usr/bin:/bin",
    ]
    try canary.tellsApart { door in
      let terminal = try door.terminal(
        arguments: door == .loginShell ? "" : "--mock-latency 0s",
        environment: environment)
      try terminal.enter("/open", thenWaitFor: "Username?")
      try terminal.enter("/help", thenWaitFor: "Username?")
      #expect(try terminal.story().contains("/quit"))
      if door != .ordinary { #expect(terminal.bytes.contains("https://example.com")) }
    }
  }

  /// Swift's runtime reads this environment before the program begins. A conversation resets Swift's
  /// handler of crashes, whoever started it, so the owner's attempt is made on another command.
  @Test func `a crash starts no program that the environment names`() throws {
    let folder = try canary.programs("backtrace")
    try scratch.file("short.chat", "@ transcript 1\n")
    try canary.tellsApart { door in
      let fifo = scratch.path + "/\(door)"
      let (command, sign) =
        door == .ordinary
        ? ("exec $BOT replay --watch \(scratch.path)/short.chat", "1 differs")
        : (door.command, "Password")
      let line = """
        mkfifo \(fifo); exec 3<> \(fifo); echo octodog >&3
        (\(command) < \(fifo) > \(fifo)-out 2>&1 3>&-) &
        \(Program.waiting(for: "grep -q \(sign) \(fifo)-out"))
        kill -SEGV $!
        \(Program.waiting(for: "[ -e \(canary.path) ] || ! kill -0 $!"))
        kill -KILL $!; wait $!
        """
      let run = try Program.shell(
        line,
        environment: ["SWIFT_BACKTRACE": "enable=yes,swift-backtrace=\(folder)/backtrace"])
      // Swift's own handler still waits for the program that it started.
      if door != .ordinary { #expect(run.status == 128 + SIGSEGV) }
    }
  }

  @Test(arguments: Door.restricted)
  func `what a shell would run is an answer or refused, and never run`(door: Door) throws {
    for text in ["$(touch \(canary.path))", "`touch \(canary.path)`", "|touch \(canary.path)"] {
      for line in [text, "!" + text, ";" + text, ":!" + text, "/open " + text, "/edit " + text] {
        let run = try door.run(input: line + "\nSecret12\nSecret12\nyes\n")
        #expect((line.hasPrefix("/") ? [1, 2] : [65]).contains(run.status), "\(line) \(run)")
      }
    }
    #expect(!canary.isThere)
  }
}
