import Foundation
import Testing

/// Attempts to get around the mode itself: to pass for someone other than a stranger, or to pass
/// off another file as the operator's.
extension RestrictedTests {
  /// `su new` starts a shell without the dash, with the caller's environment.
  @Test(
    .enabled(if: hasNamespaces),
    arguments: [
      "policy strict", "accounts list --accounts sqlite", "--record $CANARY", "replay --list",
    ])
  func `a user whose login shell this is has no more rights without the dash`(
    words: String
  ) throws {
    let shell = #"sed -i "s|^root:.*|root:x:0:0::/root:$BOT|" $ETC/passwd"#
    let start = "CANARY=\(scratch.path)/canary; exec $BOT \(words)"
    let other = try atEtc("{}", start: start, input: "")
    #expect(!other.errors.contains("a login shell takes no arguments"), "no effect")
    let run = try atEtc("{}", change: shell, start: start, input: "octodog\n")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors == "signup-bot: a login shell takes no arguments here\n")
  }

  @Test(.enabled(if: hasNamespaces))
  func `a user whose login shell this is gets the operator's settings`() throws {
    let start = "SIGNUP_BOT_RECORD=\(canary.path) exec $BOT"
    let shell = #"sed -i "s|^root:.*|root:x:0:0::/root:$BOT|" $ETC/passwd"#
    let config = #"{"accounts": "mock"}"#
    _ = try atEtc(config, start: start, input: "octodog\n")
    #expect(canary.isThere, "the attempt has no effect")
    try FileManager.default.removeItem(atPath: canary.path)
    let run = try atEtc(config, change: shell, start: start, input: "octodog\n")
    #expect(run.output.contains("you> octodog\n") && !canary.isThere)
  }

  @Test(
    .enabled(if: hasNamespaces),
    arguments: [
      "mv $ETC/signup-bot/config.json $ETC/c; ln -s ../c $ETC/signup-bot/config.json",
      "ln -sf /nonexistent $ETC/signup-bot/config.json",
      "mv $ETC/signup-bot $ETC/b; ln -s b $ETC/signup-bot",
      "rm -r $ETC/signup-bot; ln -s /nonexistent $ETC/signup-bot",
      "rm $ETC/signup-bot/config.json; mkfifo -m 644 $ETC/signup-bot/config.json",
      "rm $ETC/signup-bot/config.json; mkdir $ETC/signup-bot/config.json",
    ])
  func `a link, a FIFO or a folder is not accepted as the operator's file`(change: String) throws {
    let run = try atEtc(#"{"locale": "zh-Hans"}"#, change: change, input: "octodog\n")
    #expect(run.status == 78 && run.output.isEmpty, "\(run)")
  }

  @Test(arguments: ["true", "TRUE", "on", "1", "perhaps"])
  func `any value except a plain no in the environment restricts`(value: String) throws {
    let run = try Door.ordinary.run("policy strict", environment: ["SIGNUP_BOT_RESTRICTED": value])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("subcommands and files can't be used"))
    let no = try Door.ordinary.run("policy strict", environment: ["SIGNUP_BOT_RESTRICTED": "false"])
    #expect(no.status == 0)
  }

  @Test func `a stream has only one conversation, so it can't enumerate accounts`() throws {
    let script =
      Self.head
      + "@ mock-taken octocat\n@ mock-latency 0s\nyou> octocat\nend> refused exit=1 question=username\n"
    let ordinary = try Door.ordinary.run(input: script + script + script)
    #expect(ordinary.output.components(separatedBy: "Username already taken").count == 4)
    let plain = Self.head + "you> octocat\nend> refused exit=1 question=username\n"
    for door in Door.restricted {
      let run = try door.run(input: plain + plain + plain)
      #expect(run.output.components(separatedBy: "you> octocat").count == 2)
      #expect(run.errors.contains("only one conversation is allowed"))
    }
  }

  @Test(arguments: [Door.ordinary, .option])
  func `a token in the environment doesn't stay in the process`(door: Door) throws {
    let terminal = try door.terminal(environment: ["SIGNUP_BOT_SCIM_TOKEN": "planted-token-7391"])
    let pid = try #require(terminal.pid)
    let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/environ"))
    #expect(environment.range(of: Data("planted-token".utf8)) == nil)
    #expect(
      door != .ordinary || environment.range(of: Data("SIGNUP_BOT_SCIM_TOKEN".utf8)) != nil,
      "the variable was set")
  }

  /// A process that is stopped while it writes would block all others from the store.
  @Test(arguments: Door.restricted)
  func `Ctrl-Z doesn't stop the program, even with job control`(door: Door) throws {
    let terminal = try door.terminal(start: .foreground)
    let pid = try #require(terminal.pid)
    let ignored = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
    let mask = try #require(ignored.flatMap { UInt64($0.split(separator: "\t")[1], radix: 16) })
    #expect(mask & (1 << (UInt64(SIGTSTP) - 1)) != 0)
    try terminal.send(SIGTSTP)
    terminal.enter("octodog")
    try terminal.waitForLine("Password?")
    terminal.type("\u{4}")
    #expect(try terminal.waitForChange() == .exited(2))
  }
}
