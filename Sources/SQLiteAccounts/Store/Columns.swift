import GRDB

/// Reads the columns of a row with the types that the tables declare.
///
/// In a damaged store, any column may contain anything. GRDB's own subscripts would then crash with
/// the whole row in the message, and its conversions turn a text into 0. These methods throw
/// instead, and reveal nothing about the value.
extension Row {
  /// Reads a text: valid UTF-8 without NUL.
  func text(_ column: String) throws -> String {
    guard case .string = try decode(DatabaseValue.self, forColumn: column).storage else {
      throw DatabaseError.damagedColumn
    }
    // Read as bytes, because GRDB repairs invalid UTF-8 and stops at a NUL.
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

  /// Reads an integer that must be 0 or 1.
  func flag(_ column: String) throws -> Bool {
    switch try integer(column) {
    case 0: return false
    case 1: return true
    default: throw DatabaseError.damagedColumn
    }
  }
}

extension Database {
  /// Reads all rows of a query. A row is only valid during the call of the closure.
  func rows<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { values.append(try read(row)) }
    return values
  }

  /// Reads the only row of a query, or returns `nil` if there is none.
  func row<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ read: (Row) throws -> Value
  ) throws -> Value? {
    try rows(sql, arguments, read).first
  }
}

extension DatabaseError {
  /// A column contains something that its table does not allow.
  static let damagedColumn = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "a column holds what it can't hold")
}
