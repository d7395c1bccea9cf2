import Foundation

/// A store with accounts for the tests of `signup-bot accounts`.
enum ListedStore {
  static let password = "Qwv7-planted-Zyx9-kjh"
  static let path = "$HOME/.local/share/signup-bot/accounts.sqlite"

  /// Creates the account octodog by a sign-up, and other accounts that share its password.
  ///
  /// - Parameter names: The names of the other accounts. The first one is created on 2026-01-01 at
  ///   noon (UTC), and each of the others one second later. Every third one is disabled.
  static func make(_ names: [String] = [], in scratch: Scratch) throws {
    try scratch.file("up", "octodog\n\(password)\n\(password)\n")
    let made = try scratch.shell(
      "$BOT --accounts sqlite \(Program.patient) --yes < $HOME/up > $HOME/out; rm $HOME/up")
    guard made.status == 0 else { throw TestTerminal.Vain(description: made.errors) }
    var sql = "BEGIN; UPDATE accounts SET created = 1767268799;\n"
    for (index, name) in names.enumerated() {
      sql += """
        INSERT INTO accounts (name, name_key, password, attempt, created, disabled)
        SELECT \(literal(name)), \(literal(name.lowercased())), password, 'a\(index)',
        \(1_767_268_800 + index), \(index % 3 == 2 ? 1 : 0) FROM accounts WHERE id = 1;

        """
    }
    try scratch.file("sql", sql + "COMMIT;\n")
    let filled = try scratch.shell("sqlite3 \(path) < $HOME/sql; rm $HOME/sql")
    guard filled.errors.isEmpty else { throw TestTerminal.Vain(description: filled.errors) }
  }

  /// Adds answers, in this order, to accounts that exist.
  static func answer(
    _ answers: [(name: String, question: String, text: String)], in scratch: Scratch
  ) throws {
    let sql = answers.map {
      """
      INSERT INTO answers (account, name, value)
      SELECT id, \(literal($0.question)), \(literal($0.text)) FROM accounts
      WHERE name = \(literal($0.name));

      """
    }.joined()
    _ = try scratch.file("sql", Data(sql.utf8))
    let filled = try scratch.shell("sqlite3 \(path) < $HOME/sql; rm $HOME/sql")
    guard filled.errors.isEmpty else { throw TestTerminal.Vain(description: filled.errors) }
  }

  private static func literal(_ text: String) -> String {
    "CAST(x'" + text.utf8.map { String(format: "%02x", $0) }.joined() + "' AS TEXT)"
  }

  /// Names that are hard to display.
  static let awkward = [
    "世界人", "e\u{301}mile", "👩\u{200D}👩\u{200D}👧", String(repeating: "x", count: 64), "=1+1",
    "\u{202E}evil", "a\u{200B}nna", "\u{301}lead", "o\"quote", "o,comma", "tab\there", "'=x",
    "line\nend", "\u{1B}[31mred",
  ]
}
