import GRDB

extension SQLiteStoreError.Problem {
  /// What an error of SQLite's is to us.
  ///
  /// - Parameter isFull: whether the file can't grow. SQLite calls only some of the reasons for that so, and
  ///   a limit or a quota a failed write.
  init(_ error: any Error, isFull: @autoclosure () -> Bool) {
    guard let error = error as? DatabaseError else {
      // What GRDB could not decode is described by the whole row.
      self = error is RowDecodingError ? .corrupt("a row can't be read") : .failed("unknown error")
      return
    }
    // What SQLite says of the code, not of the case: in a damaged store it takes a value for a table's name.
    let words = "SQLite's error \(error.extendedResultCode)"
    self =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
      case .SQLITE_FULL: .full
      case .SQLITE_NOMEM: .outOfMemory
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_NOMEM: .outOfMemory
      case .SQLITE_IOERR where Self.isSync(error): .failed(words)
      case .SQLITE_IOERR, .SQLITE_CANTOPEN: isFull() ? .full : .failed(words)
      case .SQLITE_NOTADB: .notADatabase
      case .SQLITE_CORRUPT, .SQLITE_TOOBIG, .SQLITE_MISMATCH: .corrupt(words)
      case .SQLITE_READONLY: .readOnly
      default: .failed(words)
      }
  }

  /// Whether everything was written, and may or may not stay.
  private static func isSync(_ error: DatabaseError) -> Bool {
    [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC].contains(error.extendedResultCode)
  }
}
