import Accounts
import Terminal
import Testing
import Text

@testable import Chat
@testable import Conversation

/// The table of the answers at a terminal.
struct ReviewTableTests {
  private static let key = "ssh-ed25519 " + String(repeating: "A", count: 68) + " ann"

  private func lines(_ username: String, columns: Int) -> [String] {
    let ok = ValidationResult.ok(Message(.answerAcceptable))
    let rows = [
      ReviewRow(label: Message(.labelUsername), value: .text(username), verdict: ok),
      ReviewRow(label: Message(.custom, texts: ["en": "Key"]), value: .text(Self.key), verdict: ok),
      ReviewRow(
        label: Message(.custom, texts: ["en": "Reason"]), value: .text("to learn Unix here"),
        verdict: ok),
    ]
    let style = Style(color: .never, term: "xterm", isTerminal: true)
    return ReviewTable(rows, .english, style).lines(columns: columns)
  }

  @Test func `a long answer is shortened, and the username is not`() {
    let table = lines("dee", columns: 60)
    #expect(table.count == 3)
    #expect(table.allSatisfy { displayWidth(of: $0) <= 60 })
    #expect(table[1].contains("ssh-ed25519 AAA") && table[1].contains("…"))
    let name = String(repeating: "n", count: 64)
    #expect(lines(name, columns: 60).joined().contains(name))
  }

  @Test func `where there is no room for columns, each answer is whole and below its name`() {
    let table = lines("dee", columns: 30)
    #expect(table.joined(separator: "\n").contains(String(repeating: "A", count: 68)))
    #expect(table.contains("Reason ✓") && table.contains("  to learn Unix here"))
  }

  @Test func `a whole answer is shown if it fits`() {
    #expect(lines("dee", columns: 130)[1].contains(Self.key))
  }
}
