import Accounts
import GRDB

/// The table of the answers to the operator's own questions.
struct AnswerTable {
  let db: Database

  /// Returns the answers of an account, in the order in which they were given.
  func answers(of account: Int64) throws -> [Answer] {
    let sql = "SELECT name, value FROM answers WHERE account = ? ORDER BY id"
    return try db.rows(sql, [account]) { Answer(try $0.text("name"), try $0.text("value")) }
  }

  func add(_ answers: [Answer], to account: Int64) throws {
    for answer in answers {
      try db.execute(
        sql: "INSERT INTO answers (account, name, value) VALUES (?, ?, ?)",
        arguments: [account, answer.name, answer.text])
    }
  }

  /// Replaces the answers of an account, all or none, if they differ.
  func replace(_ answers: [Answer], of account: Int64) throws {
    if try self.answers(of: account) == answers { return }
    try db.inSavepoint {
      try db.execute(sql: "DELETE FROM answers WHERE account = ?", arguments: [account])
      try add(answers, to: account)
      return .commit
    }
  }

  /// Returns the names of the questions that have answers, in alphabetical order. O(answers), but
  /// it reads only an index.
  func names() throws -> [String] {
    try db.rows("SELECT DISTINCT name FROM answers ORDER BY name") { try $0.text("name") }
  }
}
