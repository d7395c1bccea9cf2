import Glibc
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Terminal

/// The verdict to the right of the line, on a real (pseudo) terminal. Each redraw is a single
/// write, so the text between two writes is a frame that a person could see. The suite is nested in
/// `TerminalTests` because a process has only one terminal.
extension TerminalTests {
  @Suite struct LiveVerdictTests {
    private func ask(
      _ keys: [String], columns: Int = 80,
      _ question: @escaping @Sendable (Terminal) -> TerminalInput
    ) async throws -> String {
      let pty = Pty(columns: columns)
      nonisolated(unsafe) let terminal = try pty.terminal()
      async let answer = question(terminal)
      #expect(pty.waitFor("? "))
      for keys in keys { pty.type(keys) }
      _ = await answer
      try terminal.write("[end]")
      #expect(pty.waitFor("[end]"))
      terminal.close()
      return pty.text
    }

    @Test
    func `the verdict is requested at each change, with the typed text and the available columns`()
      async throws
    {
      let asked = Mutex<[String]>([])
      _ = try await ask(["ab", "\u{7F}", "\u{1B}[D", "\r"]) { terminal in
        terminal.readLine(prompt: "Name? ") { typed, columns in
          guard case .answer(let text) = typed else { return .nothing }
          asked.withLock { $0.append("\(text) \(columns)") }
          return .nothing
        }
      }
      let all = asked.withLock { $0 }
      // "ab" may arrive as one change or as two.
      #expect(all.first == " 71" && all.suffix(2) == ["ab 69", "a 70"])
    }

    @Test func `the verdict receives a secret, or the reason why it is malformed`() async throws {
      let asked = Mutex<[String]>([])
      let screen = try await ask(["pw", "\u{0}", "\u{7F}", "\r"]) { terminal in
        terminal.readSecret(prompt: "Secret? ") { typed, _ in
          switch typed {
          case .answer(let secret):
            let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
            asked.withLock { $0.append(text) }
            return LiveText("{\(secret.count)}", mayOutlast: true)
          case .malformed(let why):
            asked.withLock { $0.append("\(why)") }
            return LiveText("{\(why)}", mayOutlast: true)
          }
        }
      }
      #expect(asked.withLock { $0 }.suffix(2) == ["nul", "pw"])
      #expect(screen.contains("{2}") && screen.contains("{nul}"))
    }

    @Test func `the verdict disappears when the line is left`() async throws {
      let screen = try await ask(["ab\u{1B}[Z"]) { terminal in
        terminal.readLine(prompt: "Name? ") { _, _ in LiveText("verdict", mayOutlast: true)
        }
      }
      // Written once, and then overwritten.
      let rest = try #require(screen.split(separator: "verdict", maxSplits: 1).last)
      #expect(!rest.contains("verdict"))
      #expect(rest.contains("\u{1B}[K") || rest.contains("       "))
    }

    /// Returns the text of each frame, and the text that its verdict is about; `nil` if it shows no
    /// verdict.
    private func film(_ keys: [String], mayOutlast: Bool) async throws -> [(String, String?)] {
      let editor = try FilmedEditor(prompt: "Name? ") {
        LiveText("verdict on " + $0, mayOutlast: mayOutlast)
      }
      return await editor.film(keys).map { frame in
        let parts = frame.dropFirst("Name? ".count).split(
          separator: "verdict on", omittingEmptySubsequences: false)
        let judged = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil
        return (String(parts[0].reversed().drop { $0 == " " }.reversed()), judged)
      }
    }

    @Test func `no frame shows the verdict on one text next to another`() async throws {
      let keys =
        "verysecret".map { String($0) } + ["\u{15}"] + "secretuser".map { String($0) }
        + ["\u{7F}", "\u{1B}[D", "x", "\u{17}", "\u{19}", "\u{1F}", "\u{1}", "\u{B}", "\u{1F}"]
      let frames = try await film(keys, mayOutlast: false)
      for (text, judged) in frames {
        if let judged { #expect(judged == text) }
      }
      #expect(frames.contains { $0 == "verysecret" && $1 == "verysecret" })
      #expect(frames.contains { $0 == "secretuser" && $1 == "secretuser" })
    }

    @Test(arguments: ["\u{B}", "\u{19}", "\u{1B}u"])
    func `a key that changes nothing keeps the verdict`(key: String) async throws {
      let editor = try FilmedEditor(prompt: "Name? ") { text in
        LiveText(text.isEmpty ? "" : "verdict", mayOutlast: false)
      }
      await editor.type { type in
        _ = type("9", { $0.contains("verdict") })
        // Ctrl-L redraws the current screen.
        let drawn = type(key + "\u{C}", { $0.contains(Escape.clearScreen) })
        let parts = drawn.split(separator: Escape.clearScreen, omittingEmptySubsequences: false)
        #expect(parts[1].contains("9") && parts[1].contains("verdict"))
      }
    }

    @Test func `an unchanged verdict is not redrawn`() async throws {
      let editor = try FilmedEditor(prompt: "Name? ") { text in
        LiveText(text.isEmpty ? "" : "✗ verdict", mayOutlast: false)
      }
      await editor.type { type in
        _ = type("9", { $0.contains("verdict") })
        for key in ["!", "x", "y", "\u{1}", "z"] {
          let written = type(key, { !$0.isEmpty })
          #expect(!written.contains("✗") && !written.contains("\u{1B}[K"), "\(key): \(written)")
        }
      }
    }

    @Test func `a verdict that may outlast a key does not flicker`() async throws {
      let frames = try await film("verysecret".map { String($0) }, mayOutlast: true)
      let whileTyped = frames.dropFirst().prefix { $0.1 != nil }
      #expect(whileTyped.contains { $0.0 == "verysecret" })
    }

    @Test func `waking requests the verdict again, and draws it without a key`() async throws {
      let pty = Pty()
      nonisolated(unsafe) let terminal = try pty.terminal()
      let answer = Mutex(LiveText("first", mayOutlast: true))
      async let input = terminal.readLine(prompt: "Name? ") { _, _ in answer.withLock { $0 } }
      #expect(pty.waitFor("first"))
      answer.withLock { $0.text = "second" }
      terminal.wake()
      #expect(pty.waitFor("second"))
      pty.type("\r")
      _ = await input
      terminal.close()
    }

    @Test func `a verdict that expires is asked for again, and only the verdict is redrawn`()
      async throws
    {
      let left = Mutex(4)
      let editor = try FilmedEditor(prompt: "Name? ") { _ in
        let left = left.withLock { left in
          left = max(left - 1, 0)
          return left
        }
        if left == 0 { return .nothing }
        return LiveText("0:0\(left)", mayOutlast: true, lasts: .milliseconds(20))
      }
      var wasShown = false
      let frames = await editor.film { row in
        wasShown = wasShown || row.contains("0:0")
        return wasShown && row == "Name?"
      }
      let times = frames.dropFirst().dropLast().map { $0.suffix(4) }
      #expect(frames.allSatisfy { $0.hasPrefix("Name?") && !$0.hasSuffix("0:00") })
      // On a busy machine a text may expire before it is drawn.
      #expect(times.allSatisfy { $0.hasPrefix("0:0") } && times == times.sorted().reversed())
    }

    @Test func `on a plain terminal, the verdict is never requested`() async throws {
      let pty = Pty()
      nonisolated(unsafe) let terminal = try Terminal(
        input: pty.slave, output: pty.slave, term: "xterm", plain: true)
      async let input = terminal.readLine(prompt: "Name? ") { _, _ in
        LiveText("verdict", mayOutlast: true)
      }
      #expect(pty.waitFor("? "))
      pty.type("ab\r")
      _ = await input
      terminal.close()
      #expect(!pty.text.contains("verdict"))
    }

    @Test func `a plain terminal shows a long wait repeatedly, one line each time`()
      async throws
    {
      let pty = Pty()
      nonisolated(unsafe) let terminal = try Terminal(
        input: pty.slave, output: pty.slave, term: "xterm", plain: true)
      async let end = terminal.work(
        { _, _ in "never drawn" }, each: .milliseconds(5), note: { "waited \($0)" })
      #expect(pty.waitFor("waited 3"))
      terminal.wake()
      #expect(await end == .woken)
      terminal.close()
      #expect(pty.text.hasPrefix("waited 1\r\nwaited 2\r\nwaited 3\r\n"))
      #expect(!pty.text.contains("\u{1B}") && !pty.text.contains("never"))
    }
  }
}
