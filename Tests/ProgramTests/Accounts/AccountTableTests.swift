import Accounts
import Foundation
import Terminal
import Testing
import Text

@testable import signup_bot

/// The layout of the account table.
struct AccountTableTests {
  private static func account(_ name: String, id: String = "7", isActive: Bool = true) -> Account {
    Account(id: id, username: Username(name), created: 0, isActive: isActive)
  }

  private func lines(
    _ accounts: [Account], columns: Int, isWhole: Bool = true, colour: Bool = false
  ) -> [String] {
    let table = AccountTable(
      columns: columns, sample: accounts, isWhole: isWhole, hasSearch: false,
      style: Style(isPlain: false, hasColour: colour))
    let text = table.beginning + table.text(of: accounts[...])
    return text.split(separator: "\n").map(String.init)
  }

  static let awkward =
    ListedStore.awkward.map { account($0) } + [account("disabled", isActive: false)]

  @Test(arguments: [20, 24, 30, 40, 41, 60, 80, 132, 300])
  func `no line is wider than the terminal, and the columns are aligned`(
    columns: Int
  ) throws {
    let lines = lines(Self.awkward, columns: columns)
    #expect(lines.count == Self.awkward.count + 1)
    let places = lines.map { line in
      let states = [" STATE", " active", " disabled"].compactMap { line.range(of: $0) }
      return displayWidth(of: line[..<states[states.count - 1].lowerBound])
    }
    #expect(Set(places).count == 1, "\(places)")
    for line in lines { #expect(displayWidth(of: line) <= columns, "\(line)") }
  }

  @Test func `the least important details are dropped first`() {
    let anna = [Self.account("anna", id: "1c0ed749-0000-0000-0000-000000000000")]
    func head(_ columns: Int) -> [Substring] {
      lines(anna, columns: columns)[0].split(separator: " ")
    }
    #expect(head(80) == ["USERNAME", "CREATED", "STATE", "ID"])
    #expect(head(70) == ["USERNAME", "CREATED", "STATE"])
    #expect(head(30) == ["USERNAME", "CREATED", "STATE"])
    #expect(head(20) == ["USERNAME", "STATE"])
    #expect(lines(anna, columns: 70)[1].contains(":"))
    #expect(!lines(anna, columns: 30)[1].contains(":"))
  }

  @Test func `a long name is truncated with an ellipsis, and a name that fits is not`() {
    let long = String(repeating: "x", count: 64)
    #expect(lines([Self.account(long)], columns: 120)[1].hasPrefix(long + "  "))
    #expect(
      lines([Self.account(long)], columns: 80)[1].hasPrefix(
        String(repeating: "x", count: 48) + "…  "))
    #expect(lines([Self.account(long)], columns: 20)[1] == "xxxxxxxxx…  active")
    // A wide character is not cut in half.
    let wide = String(repeating: "世", count: 32)
    #expect(lines([Self.account(wide)], columns: 20)[1] == "世世世世…   active")
  }

  @Test func `invisible characters in a name are shown as escapes`() {
    #expect(visible("an\u{200D}na\u{202E}\u{7}") == "an\\u{200D}na\\u{202E}\\u{7}")
    #expect(visible("👍\u{1F3FD}") == "👍\\u{1F3FD}")
    #expect(visible("\u{301}lead") == "\u{25CC}\u{301}lead")
    #expect(visible("e\u{301}mile 世界人 한국어 👧") == "e\u{301}mile 世界人 한국어 👧")
  }

  @Test func `only an unusual state is coloured, and every state is written out`() {
    let lines = lines(
      [Self.account("anna"), Self.account("bert", isActive: false)], columns: 80, colour: true)
    #expect(!lines[1].contains("\u{1B}"))
    #expect(lines[2].contains("\u{1B}[31mdisabled\u{1B}[0m"))
  }

  @Test func `a partial listing leaves room for longer names`() {
    let short = lines([Self.account("anna")], columns: 80, isWhole: false)
    #expect(short[0].hasPrefix("USERNAME" + String(repeating: " ", count: 26) + "CREATED"))
  }

  @Test(arguments: [
    (0, false, false, "no accounts\n"), (1, false, false, "1 account\n"),
    (3, false, false, "3 accounts\n"), (2, true, false, "2 accounts, and there are more\n"),
    (0, false, true, "no accounts match\n"), (1, false, true, "1 account matches\n"),
  ])
  func `the last line counts the accounts`(
    count: Int, hasMore: Bool, hasSearch: Bool, wanted: String
  ) {
    let table = AccountTable(
      columns: 80, sample: [], isWhole: true, hasSearch: hasSearch,
      style: Style(isPlain: false, hasColour: false))
    #expect(table.ending(count: count, hasMore: hasMore) == wanted)
  }
}
