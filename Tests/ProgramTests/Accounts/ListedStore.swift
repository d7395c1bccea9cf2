import Foundation
import Testing

/// A store with accounts for the tests of `accounts` and of sign-ins.
enum ListedStore {
  static let password = "Qwv7-planted-Zyx9-kjh"
  static let path = "$HOME/.local/share/signup-bot/accounts.sqlite"
  static let bot = "$BOT --accounts sqlite \(Program.patient)"
  /// The lines that sign octodog up.
  static let answers = "octodog\n\(password)\n\(password)\n"

  /// Creates the account octodog by a sign-up, and other accounts that share its password.
  ///
  /// - Parameter names: The names of the other accounts. The first one is created on 2026-01-01 at
  ///   noon (UTC), and each of the others one second later. Every third one is disabled.
  static func make(_ names: [String] = [], in scratch: Scratch) throws {
    let made = try scratch.shell("\(bot) --yes", input: answers)
    try #require(made.status == 0, "\(made)")
    let others = names.enumerated().map { index, name in
      """
      INSERT INTO accounts (name, name_key, password, attempt, created, disabled)
      SELECT \(literal(name)), \(literal(name.lowercased())), password, 'a\(index)',
      \(1_767_268_800 + index), \(index % 3 == 2 ? 1 : 0) FROM accounts WHERE id = 1;

      """
    }
    try fill("UPDATE accounts SET created = 1767268799;\n" + others.joined(), in: scratch)
  }

  /// Adds answers, in this order, to accounts that exist.
  static func answer(
    _ answers: [(name: String, question: String, text: String)], in scratch: Scratch
  ) throws {
    let rows = answers.map {
      """
      INSERT INTO answers (account, name, value)
      SELECT id, \(literal($0.question)), \(literal($0.text)) FROM accounts
      WHERE name = \(literal($0.name));

      """
    }
    try fill(rows.joined(), in: scratch)
  }

  private static func fill(_ sql: String, in scratch: Scratch) throws {
    let filled = try scratch.shell("sqlite3 \(path)", input: "BEGIN;\n\(sql)COMMIT;\n")
    try #require(filled.errors.isEmpty, "\(filled)")
  }

  /// Signs in by events.
  ///
  /// - Parameter remember: The answer to whether to be remembered, or `nil` if the question isn't
  ///   asked.
  @discardableResult
  static func signIn(
    _ name: String = "octodog", remember: String? = "yes", in scratch: Scratch
  ) throws -> Program.Run {
    try scratch.shell(
      "\(bot) --flow sign-in", input: Events.signIn(name, password, remember: remember))
  }

  /// The number of rows in a table.
  static func count(_ table: String, in scratch: Scratch) throws -> String {
    try scratch.shell("sqlite3 \(path) 'SELECT count(*) FROM \(table)'").output
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
