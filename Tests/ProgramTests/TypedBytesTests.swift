import FaultServer
import Foundation
import TestSupport
import Testing

/// What a person types or pastes in addition to letters.
@Suite(.ownThreads)
struct TypedBytesTests {
  private let scratch = Scratch()

  static let pasteBegin = "\u{1B}[200~"
  static let pasteEnd = "\u{1B}[201~"

  /// A terminal at the username.
  private func terminal(
    options: String = "--mock-latency 0s", environment: [String: String] = [:],
    scratch: Scratch = Scratch()
  ) throws -> TestTerminal {
    let terminal = try TestTerminal(
      "exec $BOT --mock-failures 0/1 --seed 1 --record $HOME/r.chat " + options,
      environment: environment, scratch: scratch)
    try terminal.waitForLine("Username?")
    return terminal
  }

  /// Ends the input and returns the recording.
  static func recording(_ terminal: TestTerminal) throws -> String {
    terminal.type("\u{4}")
    try terminal.expectRestored(after: .exited(2))
    return try terminal.scratch.text("r.chat")
  }

  @Test func `F15 a typed Tab completes and is not part of an answer`() throws {
    let terminal = try terminal()
    terminal.type("octo\tdog")
    try terminal.waitForLine("Username? octodog")
    terminal.enter("")
    try terminal.waitForLine("Password?")
    #expect(try Self.recording(terminal).contains("you> octodog\n"))
  }

  static let hostile: [(String, String)] = [
    ("F15 a Tab", "octo\tdog"), ("F16 a colour", "octo\u{1B}[31mdog"),
    ("F16 a title", "octo\u{1B}]0;title\u{7}dog"),
    ("F16 a device's string", "octo\u{1B}Pq\u{1B}\\dog"),
    ("F16 a C1 control", "octo\u{9B}31mdog"),
  ]

  @Test(arguments: hostile)
  func `F15 F16 a paste with control characters is refused and never reaches the screen`(
    what: String, text: String
  ) throws {
    let terminal = try terminal()
    terminal.type(Self.pasteBegin + text + Self.pasteEnd)
    try terminal.waitForText("dog")
    terminal.enter("")
    let refusal = "That contains a control character; none of it was used."
    try terminal.waitForLine(refusal + "Username?")
    #expect(try terminal.colours(of: refusal) == ["31"])
    for raw in ["octo\t", "octo\u{1B}[31m", "\u{1B}]0;", "\u{1B}P", "\u{9B}"] {
      #expect(!terminal.bytes.contains(raw))
    }
    terminal.enter("octodog")
    try terminal.waitForLine("Password?")
    #expect(try Self.recording(terminal).contains("you> octodog\n"))
  }

  @Test func `F17 paste markers are not part of an answer`() throws {
    let terminal = try terminal()
    terminal.type("oc" + Self.pasteBegin + "todo" + Self.pasteEnd + "g")
    try terminal.waitForLine("Username? octodog")
    terminal.enter("")
    try terminal.waitForLine("Password?")
    terminal.type(Self.pasteBegin + "Secret12" + Self.pasteEnd)
    try terminal.answer(["Password? ••••••••": "", "Password again?": "Secret12"])
    try terminal.waitForLine("Sign up as octodog? (Y/n)")
    #expect(try Self.recording(terminal).contains("you> octodog\n"))
  }

  @Test func `F18 a paste of several lines at the username never spills into the password`() throws
  {
    let terminal = try terminal()
    // A terminal marks pastes only if it was told to.
    #expect(terminal.bytes.contains("\u{1B}[?2004h"))
    terminal.type(Self.pasteBegin + "octodog\nsecret1\nsecret1\n" + Self.pasteEnd)
    try terminal.waitForLine("Username? octodog")
    try terminal.enter("", thenWaitFor: "Password?")
    try terminal.waitForText("Only the first line was taken")
    #expect(!terminal.bytes.contains("secret1"))
  }

  @Test(arguments: [true, false])
  func `F18 only the first line of a paste at a secret question is taken`(isMarked: Bool) throws {
    let terminal = try terminal()
    terminal.enter("octodog")
    try terminal.waitForLine("Password?")
    if isMarked {
      terminal.type(Self.pasteBegin + "Secret12\nSecret34\nyes\n" + Self.pasteEnd)
      try terminal.waitForLine("Password? ••••••••")
      terminal.enter("")
    } else {
      terminal.type("Secret12\rSecret34\ryes\r")
    }
    try terminal.waitForText("Only the first line was taken; the rest was dropped.")
    try terminal.waitForLine("Password again?")
    terminal.enter("Secret12")
    try terminal.waitForLine("Sign up as octodog? (Y/n)")
    #expect(!terminal.bytes.contains("Secret"))
  }

  /// The test decides how long the check takes, and stops the program in the middle of it with a
  /// signal that can't be caught. What is typed then is certainly typed ahead.
  @Test func `F19 what is typed ahead of a secret question is neither echoed nor taken`() throws {
    let check = try SlowCheck()
    defer { check.end() }
    let terminal = try check.terminal()
    try terminal.send(SIGSTOP)
    #expect(try terminal.waitForChange() == .stopped(by: SIGSTOP))
    terminal.type("Secret12\rSecret12\r")
    terminal.letGoOn()
    check.mayEnd.open()
    try terminal.waitForLine("✓ Username available Password?")
    terminal.type("x")
    try terminal.waitForLine("Password? •")
    #expect(!terminal.bytes.contains("Secret"))
  }

  @Test func `F19 what is typed after an answer doesn't answer the secret question`() throws {
    let terminal = try terminal()
    terminal.type("octodog\rSecret12\r")
    try terminal.waitForLine("Password?")
    terminal.type("x")
    try terminal.waitForLine("Password? •")
    #expect(!terminal.bytes.contains("Secret"))
  }

  @Test func `F49 the configuration of other line editors is not read`() throws {
    try scratch.file(".editrc", "bind -v\nbind o ed-kill-line\nedit off\nsetty -d +echo\n")
    try scratch.file(".inputrc", "set editing-mode vi\n\"o\": \"boom\"\n")
    let terminal = try terminal(
      environment: [
        "EDITOR": "vi", "EDITRC": scratch.path + "/.editrc",
        "INPUTRC": scratch.path + "/.inputrc",
      ], scratch: scratch)
    terminal.type("octodog\u{1}")
    try terminal.waitForLine("Username?")
    terminal.type("o\u{5}")
    try terminal.waitForLine("Username? ooctodog")
  }

  @Test(arguments: [">&-", "> /dev/full"])
  func `F48 a stdout that accepts nothing ends with 74 and restores the terminal`(
    redirection: String
  ) throws {
    let terminal = try TestTerminal(
      "exec $BOT --mock-latency 0s 2> $HOME/errors " + redirection, scratch: scratch)
    try terminal.expectRestored(after: .exited(74))
    #expect(try scratch.text("errors").contains("can't write stdout"))
  }

  /// Otherwise the letters that arrive with Enter are missing from the password that is stored, and
  /// from its repeat.
  @Test func `F18 a line that begins together with Enter is dropped to its end`() throws {
    let secret = "xqzv-kjwp-fmgh-ty9"
    let store = "--policy simple --sqlite-path \(scratch.path)/s.sqlite \(Program.patient)"
    let terminal = try TestTerminal("exec $BOT \(store)", scratch: scratch)
    try terminal.waitForLine("Username?")
    terminal.type("octodog\r" + secret.prefix(1))
    try terminal.waitUntilRead()
    terminal.type(secret.dropFirst() + "\r")
    try terminal.waitForText("Only the first line was taken; the rest was dropped.")
    try terminal.waitForLine("Password?")
    terminal.enter(secret)
    try terminal.waitForText("Sign up as octodog?")
    terminal.enter("yes")
    try terminal.waitForText("Sign in as octodog")
    let again = try scratch.shell(
      "printf 'octodog\\n\(secret)\\n' | $BOT --flow sign-in \(store)")
    #expect(again.status == 0, "\(again.output)")
  }

  @Test func `F19 the rest of a line that has begun during a check is no answer`() throws {
    let check = try SlowCheck()
    defer { check.end() }
    let terminal = try check.terminal()
    terminal.type("Sec")
    try terminal.waitUntilRead()
    check.mayEnd.open()
    terminal.type("ret12\r")
    try terminal.waitForText("Password?")
    terminal.type("x")
    try terminal.waitForText("Password? •")
    #expect(!terminal.bytes.contains("ret1") && !terminal.bytes.contains("again"))
  }

  static let refused: [(String, String)] = [
    ("root", "Username is reserved"),
    (
      pasteBegin + "octo\tcat" + pasteEnd,
      "That contains a control character; none of it was used."
    ),
  ]

  @Test(arguments: ["", "/help", "root"])
  func `F18 F84 the rest of a line begun before the next question is no answer to it`(
    line: String
  ) throws {
    let terminal = try terminal(options: "--mock-latency 0s --policy strict")
    terminal.type(line + "\rxqzv-kj")
    try terminal.waitUntilRead()
    terminal.type("wp-fmgh-ty9\r")
    try terminal.waitForSecond("Username?")
    terminal.enter("octodog")
    try terminal.waitForLine("Password?")
    let recording = try Self.recording(terminal)
    #expect(!terminal.bytes.contains("fmgh"))
    #expect(!recording.contains("fmgh"))
  }

  /// Repeats an attempt until it has counted this many times.
  private func repeatUntil(_ wanted: Int, count attempt: () throws -> Bool) throws {
    var counted = 0
    #expect(
      try Deadline.awaits {
        if try attempt() { counted += 1 }
        return counted == wanted
      })
  }

  /// As below, an attempt in which the password comes too late doesn't count.
  @Test func `F18 F84 a password sent right after a cancelled check is not the next name`() throws {
    try repeatUntil(3) {
      let terminal = try terminal(options: "--mock-latency 60s --timeout 120s")
      terminal.enter("octodog")
      let hideCursor = "\u{1B}[?25l"
      try terminal.wait(for: "the work") { terminal.bytes.contains(hideCursor) }
      let sent = ContinuousClock.now
      terminal.type("\u{3}")
      let showCursor = "\u{1B}[?25h"
      try terminal.wait(for: "the end of the work") { terminal.bytes.contains(showCursor) }
      terminal.enter("xqzv-kjwp-fmgh-ty9")
      guard ContinuousClock.now - sent < .milliseconds(390) else { return false }
      try terminal.waitForLine("Username? octodog")
      #expect(!terminal.bytes.contains("xqzv"))
      return true
    }
  }

  /// A refusal is shown after a pause of 400 ms. An attempt in which the password comes later than that
  /// shows nothing, and doesn't count.
  @Test(arguments: refused)
  func `F18 F84 a password sent right after a refused name is never the next name`(
    name: String, refusal: String
  ) throws {
    try repeatUntil(5) {
      let terminal = try terminal(options: "--mock-latency 0s --policy strict")
      let unread = try terminal.enterAndWaitUntilRead(name)
      terminal.enter("xqzv-kjwp-fmgh-ty9")
      guard ContinuousClock.now - unread < .milliseconds(390) else { return false }
      try terminal.waitForText(refusal)
      try terminal.waitForSecond("Username?")
      terminal.enter("octodog")
      try terminal.waitForLine("Password?")
      let recording = try Self.recording(terminal)
      #expect(!terminal.bytes.contains("xqzv"))
      #expect(!recording.contains("xqzv"))
      return true
    }
  }
}

/// A server at which each name is free, but whose replies wait until the test lets them go.
private struct SlowCheck {
  let mayEnd = Gate()
  let server: FaultServer

  init() throws {
    server = try FaultServer { [mayEnd] _ in
      mayEnd.wait()
      return .status(404, GitHubReply.sign)
    }
  }

  /// A terminal at which the check of a name has begun.
  func terminal() throws -> TestTerminal {
    let terminal = try TestTerminal("exec $BOT " + GitHubReply.options(server.url))
    try terminal.waitForLine("Username?")
    terminal.enter("octodog")
    try terminal.wait(for: "the check") {
      terminal.bytes.contains("validating") && !server.requests.isEmpty
    }
    return terminal
  }

  func end() {
    mayEnd.open()
    server.stop()
  }
}
