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

  /// Returns the lines of a table.
  ///
  /// - Parameter chosen: The names of the columns, or `nil` for the usual ones.
  private func lines(
    _ accounts: [Account], columns: Int, chosen: String? = nil, isWhole: Bool = true,
    colour: Bool = false
  ) -> [String] {
    let layout =
      chosen.flatMap(AccountColumn.list).map {
        .chosen($0, width: columns, sample: accounts, isWhole: isWhole)
      } ?? TableLayout.usual(width: columns, sample: accounts, isWhole: isWhole)
    let table = AccountTable(
      layout: layout, hasSearch: false,
      style: Style(color: colour ? .always : .never, term: "xterm", isTerminal: true))
    let text =
      table.beginning + accounts.map { table.text(of: $0, isFirst: false) }.joined()
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

  private static func answered(_ name: String, _ email: String, _ about: String) -> Account {
    Account(
      id: "7", username: Username(name), created: 0, isActive: true,
      answers: [Answer("email", email), Answer("about", about)])
  }

  static let answered = [
    answered("anna", "anna@example.org", "I sing \u{202E}and dance."),
    answered("世界人", "世界@example.org", String(repeating: "世界", count: 500)),
    account("bert", isActive: false),
  ]

  @Test func `chosen columns are printed in their order, as wide as their texts`() {
    let lines = lines(Array(Self.answered.prefix(1)), columns: 80, chosen: "email,id,username,zip")
    #expect(lines == ["EMAIL             ID  USERNAME  ZIP", "anna@example.org  7   anna      -"])
  }

  @Test(arguments: 1...130)
  func `a table of chosen columns is as wide as the terminal at most, with aligned columns`(
    columns: Int
  ) throws {
    for chosen in ["about,email,state,username", "created,about", "state", "id,created,email"] {
      let lines = lines(Self.answered, columns: columns, chosen: chosen, colour: false)
      #expect(lines.count == 4)
      for line in lines { #expect(displayWidth(of: line) <= columns, "\(line)") }
      // The beginning of the second column, where the first one doesn't take everything.
      guard let gap = lines[0].firstRange(of: "  "),
        lines[0][gap.upperBound...].contains(where: { $0 != " " })
      else { continue }
      let second = try #require(lines[0][gap.upperBound...].firstIndex { $0 != " " })
      let place = displayWidth(of: lines[0][..<second])
      for line in lines where displayWidth(of: line) > place {
        let start = line.indices.first { displayWidth(of: line[..<$0]) == place }
        let index = try #require(start, "a wide character is not in two columns: \(line)")
        #expect(line[..<index].hasSuffix("  "), "\(line)")
      }
    }
  }

  @Test func `of chosen columns, the widest are cut first, and then the last left out`() {
    func head(_ columns: Int) -> String {
      lines(Self.answered, columns: columns, chosen: "username,email,about")[0]
    }
    let line = lines(Self.answered, columns: 60, chosen: "username,email,about")[1]
    #expect(line == "anna      anna@example.org  I sing \\u{202E}and dance.")
    #expect(head(40) == "USERNAME  EMAIL           ABOUT")
    #expect(head(28) == "USERNAME  EMAIL     ABOUT")
    #expect(head(27) == "USERNAME  EMAIL")
    #expect(head(17) == "USERNAME")
    #expect(head(4) == "USE…")
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
      layout: .usual(width: 80, sample: [], isWhole: true), hasSearch: hasSearch,
      style: Style(color: .never, term: "xterm", isTerminal: true))
    #expect(table.ending(count: count, hasMore: hasMore) == wanted)
  }
}
