import Foundation
import Testing

/// Job control with a real shell.
@Suite(.serialized, .ownThreads)
struct JobControlTests {
  @Test func `F41 Ctrl-Z stops with a cooked terminal, and fg restores the line, twice`() throws {
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
