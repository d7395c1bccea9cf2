import Glibc
import Secrets
import TestSupport
import Testing

@testable import Terminal

/// The editor on a real (pseudo) terminal. The tests run one at a time because a process has only
/// one terminal.
@Suite(.serialized, .ownThreads) struct TerminalTests {
  /// Asks a question and types keys. Returns the answer and the output.
  private func ask(
    _ keys: String, term: String? = "xterm", plain: Bool = false,
    _ question: @Sendable (Terminal) -> TerminalInput
  ) async throws -> (answer: TerminalInput, screen: String) {
    let pty = Pty()
    let before = pty.mode
    nonisolated(unsafe) let terminal = try Terminal(
      input: pty.slave, output: pty.slave, term: term, plain: plain)
    async let answer = question(terminal)
    #expect(pty.waitFor("? "))
    pty.type(keys)
    let result = await answer
    // When this has been read, all earlier output has been read, too.
    try terminal.write("[end]")
    #expect(pty.waitFor("[end]"))
    terminal.close()
    #expect(pty.mode == before)
    return (result, pty.text)
  }

  private func line(_ keys: String, term: String? = "xterm") async throws -> String? {
    guard
      case .line(let text, _) = try await ask(
        keys, term: term, { $0.readLine(prompt: "Name? ") }
      ).answer
    else { return nil }
    return text
  }

  private func secret(_ keys: String, term: String? = "xterm") async throws -> Secret? {
    guard
      case .secret(let secret, _) = try await ask(
        keys, term: term, { $0.readSecret(prompt: "Secret? ") }
      ).answer
    else { return nil }
    return secret
  }

  @Test func `a line is returned byte for byte`() async throws {
    let text = try await line(" héß 漢e\u{301} \r")
    #expect(text.map { Array($0.utf8) } == Array(" héß 漢e\u{301} ".utf8))
  }

  @Test func `a word is deleted backwards`() async throws {
    #expect(try await line("one two\u{17}three\r") == "one three")
  }

  @Test func `if there is nothing to swap, the cursor stays`() async throws {
    #expect(try await line("wor\u{1}\u{14}x\r") == "xwor")
    #expect(try await line("w\u{14}x\r") == "wx")
  }

  @Test func `killed text can be yanked, but not at a secret`() async throws {
    #expect(try await line("abc\u{15}x\u{19}\r") == "xabc")
    #expect(try await secret("abc\u{15}x\u{19}\r")?.isEqual(to: "x") == true)
  }

  @Test(arguments: [
    ("one two\u{17}\u{1F}", "one two"), ("one\u{15}\u{1F}", "one"), ("one\u{1F}", ""),
    ("one\u{7F}\u{7F}\u{1F}", "on"), ("one\u{7F}\u{7F}\u{1F}\u{1F}", "one"),
    ("ab\u{1B}[Dc\u{1F}", "ab"), ("\u{1F}one", "one"),
    ("汉字\u{17}\u{1F}x", "汉字x"),
  ])
  func `Ctrl-_ undoes the last change of a line`(keys: String, result: String) async throws {
    #expect(try await line(keys + "\r") == result)
  }

  @Test func `Ctrl-_ restores nothing of a secret`() async throws {
    #expect(try await secret("abc\u{15}x\u{1F}\r")?.isEqual(to: "x") == true)
  }

  @Test func `F51 a secret is never on the screen`() async throws {
    let (answer, screen) = try await ask("hunter2\r") { $0.readSecret(prompt: "Secret? ") }
    guard case .secret(let secret, false) = answer else { throw TerminalError.notATerminal }
    #expect(secret.isEqual(to: "hunter2"))
    #expect(screen.contains("•"))
    #expect(!screen.contains("hunter"))
  }

  @Test func `Ctrl-R shows a secret, and entering it hides it`() async throws {
    let (_, screen) = try await ask("pw汉\u{12}!\r") { $0.readSecret(prompt: "Secret? ") }
    let shown = try #require(screen.range(of: "pw汉"))
    #expect(screen[shown.upperBound...].contains("••••"))
  }

  @Test(arguments: [nil, "", "dumb", "no-such-terminal"])
  func `F46 an unknown terminal gets no escape sequence`(term: String?) async throws {
    #expect(try await line("ab\u{1B}[Dc\r", term: term) == "acb")
    let (_, screen) = try await ask("ab\u{12}\r", term: term) {
      $0.readSecret(prompt: "Secret? ")
    }
    #expect(!screen.contains("\u{1B}"))
    #expect(screen.contains("**"))
  }

  @Test func `F18 a paste never answers the next question`() async throws {
    let answer = try await ask("\u{1B}[200~one\rtwo\u{1B}[201~\r") {
      $0.readLine(prompt: "Name? ")
    }.answer
    guard case .line("one", pasteDropped: true) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func `leaving a question keeps the typed text`() async throws {
    let answer = try await ask("half\u{1B}[Z") { $0.readLine(prompt: "Name? ") }.answer
    guard case .back(halfTyped: "half") = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func `Ctrl-D on an empty line is the end of input`() async throws {
    let answer = try await ask("\u{4}") { $0.readSecret(prompt: "Secret? ") }.answer
    guard case .endOfInput = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func `F8 a bad byte that was deleted does no harm`() async throws {
    #expect(try await line("a\u{0}\u{7F}b\r") == "ab")
    #expect(try await line("a\u{0}b\r") == nil)
  }

  @Test func `waking ends a wait`() async throws {
    let pty = Pty()
    nonisolated(unsafe) let terminal = try pty.terminal()
    async let end = terminal.work { _, _ in "turning" }
    #expect(pty.waitFor("turning"))
    terminal.wake()
    #expect(await end == .woken)
    terminal.close()
  }

  @Test(arguments: [true, false])
  func `F43 a terminal with an absurd size does not use excessive memory`(fromTheStart: Bool)
    async throws
  {
    let before = pagesMapped
    let pty = fromTheStart ? Pty(columns: 20_000, rows: 20_000) : Pty()
    nonisolated(unsafe) let terminal = try pty.terminal()
    pty.resize(columns: 20_000, rows: 20_000)
    async let input = terminal.readLine(prompt: "Name? ")
    #expect(pty.waitFor("? "))
    pty.type("abc\r")
    guard case .line("abc", _) = await input else { throw TerminalError.notATerminal }
    // The cells would take some gigabytes; the stacks of other tests' threads take less than one.
    #expect(pagesMapped - before < 1 << 30 / 4096)
    terminal.close()
  }

  /// The size of the process's address space, in pages.
  private var pagesMapped: Int {
    var text = [CChar](repeating: 0, count: 256)
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    fgets(&text, 256, file)
    fclose(file)
    return text.withUnsafeBufferPointer { Int(strtol($0.baseAddress!, nil, 10)) }
  }

  @Test func `a second terminal in one process is an error`() async throws {
    let pty = Pty()
    nonisolated(unsafe) let terminal = try pty.terminal()
    #expect(throws: TerminalError.inUse) {
      try pty.terminal()
    }
    terminal.close()
  }

  @Test func `a descriptor that is not a terminal is an error`() {
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(throws: TerminalError.notATerminal) {
      try Terminal(input: file, output: file, term: "xterm", plain: false)
    }
  }

  /// libedit with the plain text is the model; the secret's codes must give the same result after
  /// any edits. Only letters are typed, because a secret is a single word.
  @Test func `a secret is edited like an ordinary line`() async throws {
    let editing = [
      "\u{1}", "\u{2}", "\u{5}", "\u{6}", "\u{8}", "\u{B}", "\u{15}", "\u{17}", "\u{7F}",
      "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{1B}\u{7F}", "\u{1B}[C", "\u{1B}[D", "\u{1B}[3~",
    ]
    let pty = Pty()
    nonisolated(unsafe) let terminal = try pty.terminal()
    for round in 1...60 {
      let keys = (0..<40).map { _ in
        Bool.random() ? editing.randomElement()! : ["a", "b", "é", "漢", "ß", "Z"].randomElement()!
      }
      async let model = terminal.readLine(prompt: "Name \(round)? ")
      #expect(pty.waitFor("Name \(round)? "))
      pty.type(keys.joined() + "\r")
      guard case .line(let text, _) = await model else { throw TerminalError.notATerminal }
      async let answer = terminal.readSecret(prompt: "Secret \(round)? ")
      #expect(pty.waitFor("Secret \(round)? "))
      let shows = keys.map { Int.random(in: 0..<10) == 0 ? $0 + "\u{12}" : $0 }
      pty.type(shows.joined() + "\r")
      guard case .secret(let secret, _) = await answer else { throw TerminalError.notATerminal }
      #expect(secret.isEqual(to: text), "\(keys)")
    }
    terminal.close()
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<String.Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }
}
