import Foundation
import Testing

/// Job control with a real shell.
@Suite(.ownThreads)
struct JobControlTests {
  @Test func `F41 Ctrl-Z stops with a cooked terminal, and fg restores the line, twice`() throws {
    let terminal = try TestTerminal("exec bash --norc --noprofile -i", start: .alone)
    terminal.enter("PS1='shell> '; clear; $BOT --mock-latency 0s")
    try terminal.waitForLine("Username?")
    terminal.type("octo")
    for _ in 0..<2 {
      try terminal.waitForLine("Username? octo")
      terminal.type("\u{1A}")
      try terminal.waitForLine("shell>")
      terminal.enter("stty -a | grep -o -- '.icanon'; fg")
    }
    try terminal.waitForLine("Username? octo")
    #expect(terminal.bytes.components(separatedBy: " icanon\r\n").count == 3)
    terminal.enter("dog")
    try terminal.waitForLine("Username available Password?")
  }
}
