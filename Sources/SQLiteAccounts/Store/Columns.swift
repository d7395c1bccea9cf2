import GRDB

/// Reads a row's columns by the types that the tables declare.
///
/// A damaged store may hold anything in any column. GRDB's own subscripts end the program there, with the
/// whole row in the message, and its conversions make a 0 of a text. These throw, and say nothing of the value.
extension Row {
  /// A text: valid UTF-8 without NUL.
  func text(_ column: String) throws -> String {
    guard case .string = try decode(DatabaseValue.self, forColumn: column).storage else {
      throw DatabaseError.damagedColumn
    }
    // As bytes: GRDB repairs what is no UTF-8, and cuts at a NUL.
    let text = try withUnsafeData(named: column) { data in
      data.flatMap { data in
        data.contains(0) ? nil : String(validating: data, as: UTF8.self)
      }
    }
    guard let text else { throw DatabaseError.damagedColumn }
    return text
  }

  func integer(_ column: String) throws -> Int64 {
    guard case .int64(let value) = try decode(DatabaseValue.self, forColumn: column).storage else {
      throw DatabaseError.damagedColumn
    }
    return value
  }

  /// An integer that is 0 or 1.
  func flag(_ column: String) throws -> Bool {
    switch try integer(column) {
    case 0: return false
    case 1: return true
    default: throw DatabaseError.damagedColumn
    }
  }
}

extension Database {
  /// The first row of a query, or `nil` if there is none.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(self, sql: sql, arguments: arguments)
  }
}

extension DatabaseError {
  /// A column holds something that its table does not allow.
  static let damagedColumn = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "a column holds what it can't hold")
}
