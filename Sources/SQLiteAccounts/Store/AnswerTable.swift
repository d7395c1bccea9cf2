import Accounts
import GRDB

/// The table of the answers to the operator's own questions.
struct AnswerTable {
  let db: Database

  /// Returns the answers of an account, in the order in which they were given.
  func answers(of account: Int64) throws -> [Answer] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT name, value FROM answers WHERE account = ? ORDER BY id",
      arguments: [account])
    var answers: [Answer] = []
    while let row = try rows.next() {
      answers.append(Answer(try row.text("name"), try row.text("value")))
    }
    return answers
  }

  func add(_ answers: [Answer], to account: Int64) throws {
    for answer in answers {
      try db.execute(
        sql: "INSERT INTO answers (account, name, value) VALUES (?, ?, ?)",
        arguments: [account, answer.name, answer.text])
    }
  }

  /// Replaces the answers of an account, if they differ.
  func replace(_ answers: [Answer], of account: Int64) throws {
    if try self.answers(of: account) == answers { return }
    try db.execute(sql: "DELETE FROM answers WHERE account = ?", arguments: [account])
    try add(answers, to: account)
  }

  /// Returns the names of the questions that have answers, in alphabetical order. O(names), not
  /// O(answers): each name is looked up in the index after the one before.
  func names() throws -> [String] {
    var names: [String] = []
    while let name = try next(after: names.last) {
      // In a damaged index, it could be the same name again.
      guard names.last.map({ $0.utf8.lexicographicallyPrecedes(name.utf8) }) ?? true else {
        throw DatabaseError.damagedColumn
      }
      names.append(name)
    }
    return names
  }

  private func next(after name: String?) throws -> String? {
    try db.row(
      "SELECT name FROM answers WHERE name > ? ORDER BY name LIMIT 1", [name ?? ""])?.text("name")
  }
}
